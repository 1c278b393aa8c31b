import { z } from 'zod';
import type { PlayerPlatform } from '../platforms/words.ts';
import { isoDate } from '../wire/codecs.ts';
import { count, RowId } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';
import { MediaShareType } from './settings.ts';

export const mediaProviders = ['youtube', 'tiktok'] as const satisfies readonly PlayerPlatform[];
export const MediaProvider = z.enum(mediaProviders);
export type MediaProvider = z.infer<typeof MediaProvider>;

export const mediaStates = [
  'pending',
  'queued',
  'playing',
  'played',
  'skipped',
  'removed',
  'failed',
  'refused',
] as const;
export const MediaState = z.enum(mediaStates);
export type MediaState = z.infer<typeof MediaState>;

/** The place a request came from. The sender's id belongs to that place. */
export const mediaOrigins = ['kick', 'twitch', 'discord', 'web'] as const;
export const MediaOrigin = z.enum(mediaOrigins);
export type MediaOrigin = z.infer<typeof MediaOrigin>;

/** Why a request was refused, or did not play to its end. Each reason has a sentence in `texts`. */
export const mediaReasons = [
  'closed',
  'noPremium',
  'notALink',
  'twoLinks',
  'notAllowedSite',
  'modeOff',
  'notFound',
  'isPrivate',
  'notEmbeddable',
  'ageRestricted',
  'isLive',
  'regionLocked',
  'noLength',
  'tooLong',
  'tooFewViews',
  'tooYoung',
  'accountTooYoung',
  'accountAgeUnknown',
  'playedLately',
  'isQueued',
  'bannedPerson',
  'bannedVideo',
  'bannedChannel',
  'bannedWord',
  'queueFull',
  'tooManyOfYours',
  'tooSoon',
  'wrongPassword',
  'noSearchLeft',
  'nothingFound',
  'platformDown',
  'byModerator',
  'bySender',
  'byVote',
  'cleared',
  'neverStarted',
  'playerError',
  'refererMissing',
  'filler',
] as const;
export const MediaReason = z.enum(mediaReasons);
export type MediaReason = z.infer<typeof MediaReason>;

export const MediaItemId = RowId.brand('MediaItemId');
export type MediaItemId = z.infer<typeof MediaItemId>;

const video = {
  provider: MediaProvider,
  kind: MediaShareType,
  videoId: z.string(),
  /** The video's page. */
  url: z.string(),
  title: z.string().nullable(),
  author: z.string().nullable(),
  /** Null for TikTok, which does not reveal the length. */
  lengthSeconds: count.nullable(),
  /** The URL of the picture, which we serve ourselves. */
  picture: z.string().nullable(),
} as const;

/** A search result that may be requested. */
export const OfferedVideo = z.object(video).meta({ id: 'OfferedVideo' });
export type OfferedVideo = z.infer<typeof OfferedVideo>;

/** An item as the public sees it. Names and titles are null if the owner hides them. */
export const PublicMediaItem = z
  .object({
    itemId: MediaItemId,
    ...video,
    senderName: z.string().nullable(),
    state: MediaState,
    /** The position in the queue, where 1 is next. Null if the item is not in the queue. */
    place: count.nullable(),
    /** True if the caller requested it. */
    isOwn: z.boolean(),
    isFiller: z.boolean(),
    /** Why it was refused or failed. Set only for the sender. */
    explanation: z.string().nullable(),
  })
  .meta({ id: 'PublicMediaItem' });
export type PublicMediaItem = z.infer<typeof PublicMediaItem>;

export const MediaSender = z.object({ origin: MediaOrigin, id: z.string(), name: z.string() });
export type MediaSender = z.infer<typeof MediaSender>;

/** An item as the owner and helpers see it. */
export const MediaItem = z
  .object({
    itemId: MediaItemId,
    ...video,
    channelId: z.string().nullable(),
    views: z.number().int().nullable(),
    publishedAt: isoDate.nullable(),
    sender: MediaSender.nullable(),
    /** How the sender's earlier requests here ended. */
    record: z.object({ played: count, refused: count }),
    state: MediaState,
    place: count.nullable(),
    reason: MediaReason.nullable(),
    /** The reason as a sentence in the caller's language, or in a moderator's own words. */
    explanation: z.string().nullable(),
    /** The playback position in the last report. */
    second: count,
    isFiller: z.boolean(),
    requestedAt: isoDate,
    decidedAt: isoDate.nullable(),
    /** The name of the person who decided about it. */
    decidedBy: z.string().nullable(),
    endedAt: isoDate.nullable(),
  })
  .meta({ id: 'MediaItem' });
export type MediaItem = z.infer<typeof MediaItem>;

/** The state of the OBS source. Each event is a complete snapshot, so a client that reconnects needs no history. */
export const PlayerSnapshot = z
  .object({
    /** Increases with every change. */
    version: z.int(),
    item: z
      .object({
        itemId: MediaItemId,
        provider: MediaProvider,
        kind: MediaShareType,
        videoId: z.string(),
        title: z.string().nullable(),
        senderName: z.string().nullable(),
        /** The second at which the player and the server stop playback. */
        endSecond: count.nullable(),
      })
      .nullable(),
    second: z.number().min(0),
    paused: z.boolean(),
    volume: count,
    easeIn: z.boolean(),
    pauseWhenHidden: z.boolean(),
    /** True if another page holds the lease. This page is then silent and offers to take over. */
    isSilent: z.boolean(),
    /** True if the URL was replaced, or if the feature is off or has expired. The page then stops for good. */
    isOver: z.boolean(),
    /** The owner's language, for the few words on the page. */
    locale: z.string(),
  })
  .meta({ id: 'PlayerSnapshot' });
export type PlayerSnapshot = z.infer<typeof PlayerSnapshot>;

export const playerReports = ['started', 'second', 'ended', 'error', 'blocked', 'hidden', 'shown'] as const;

/** A player's report, which is ignored if its item is no longer playing. */
export const PlayerReport = z
  .object({
    /** Generated when the page loads. It identifies the page that holds the lease. */
    tab: RowId,
    type: z.enum(playerReports),
    itemId: MediaItemId.nullable(),
    second: z.number().min(0).max(86_400).nullable(),
    /** The player's own error number. */
    code: z.int().min(-1).max(100_000).nullable(),
  })
  .meta({ id: 'PlayerReport' });
export type PlayerReport = z.infer<typeof PlayerReport>;

export const mediaBanKinds = ['person', 'video', 'channel'] as const;
export const MediaBanKind = z.enum(mediaBanKinds);
export type MediaBanKind = z.infer<typeof MediaBanKind>;

export const MediaBan = z
  .object({
    banId: RowId,
    kind: MediaBanKind,
    /** `kick`, `twitch`, `discord` or `web` for a person, and `youtube` or `tiktok` otherwise. */
    where: z.string(),
    /** The id on the platform, because people change their names. */
    id: z.string(),
    name: z.string().nullable(),
    bannedAt: isoDate,
    bannedBy: z.string().nullable(),
  })
  .meta({ id: 'MediaBan' });
export type MediaBan = z.infer<typeof MediaBan>;

export const FillerVideo = z.object({ ...video, fillerId: RowId }).meta({ id: 'FillerVideo' });
export type FillerVideo = z.infer<typeof FillerVideo>;

/** Why a chat is not read or answered. The page has a sentence and a button for each reason. */
export const mediaChatStates = [
  'works',
  /** The owner is not live, or the platform has not confirmed our subscription yet. */
  'waiting',
  'notLinked',
  'needsGrant',
  'noBot',
  'full',
  'off',
  'platformDown',
] as const;
export const MediaChatState = z.enum(mediaChatStates);
export type MediaChatState = z.infer<typeof MediaChatState>;

const MediaChat = z.object({ hears: MediaChatState, answers: MediaChatState, channel: z.string().nullable() });

/** One owner's room, for the owner and helpers. */
export const MediaRoom = z
  .object({
    owner: z.object({ userId: UserId, name: z.string(), avatar: z.string().nullable() }),
    /** The owner's name in the URL of the viewers' page, `/media/{name}`. */
    name: z.string().nullable(),
    isOpen: z.boolean(),
    /** Why the room is closed, in the caller's language. */
    closedBecause: z.string().nullable(),
    isOwner: z.boolean(),
    playing: MediaItem.nullable(),
    queue: z.array(MediaItem),
    pending: z.array(MediaItem),
    paused: z.boolean(),
    second: z.number().min(0),
    /** When `second` was measured. The page computes the current position from it. */
    secondAt: isoDate,
    volume: count,
    player: z.object({
      hasAddress: z.boolean(),
      /** True while a source is connected. */
      isConnected: z.boolean(),
      lastSeenAt: isoDate.nullable(),
      /** A problem that only the owner can fix, in one sentence. */
      trouble: z.string().nullable(),
    }),
    votes: z.object({ given: count, needed: count }).nullable(),
    chats: z.object({ kick: MediaChat, twitch: MediaChat }),
    /** False without a YouTube key. Titles then come from oEmbed, and limits apply during playback. */
    hasVideoKey: z.boolean(),
    searchesLeft: count,
  })
  .meta({ id: 'MediaRoom' });
export type MediaRoom = z.infer<typeof MediaRoom>;

export const PublicMediaRoom = z
  .object({
    owner: z.object({ userId: UserId, name: z.string(), avatar: z.string().nullable() }),
    name: z.string(),
    isOpen: z.boolean(),
    closedBecause: z.string().nullable(),
    needsPassword: z.boolean(),
    modes: z.array(MediaShareType),
    longestSeconds: count,
    longestShortSeconds: count,
    playing: PublicMediaItem.nullable(),
    queue: z.array(PublicMediaItem),
    /** The caller's requests, including today's failed and refused ones and those that await approval. */
    own: z.array(PublicMediaItem),
    /** Null if voting is off. `isGiven` is true if the caller has voted. */
    votes: z.object({ given: count, needed: count, isGiven: z.boolean() }).nullable(),
    /** True if the caller may manage the room. */
    mayManage: z.boolean(),
  })
  .meta({ id: 'PublicMediaRoom' });
export type PublicMediaRoom = z.infer<typeof PublicMediaRoom>;

/** The room has changed, so clients load it again. `isOver` is true if the caller may no longer see it. */
export const MediaChanged = z.object({ changed: z.literal(true), isOver: z.boolean() }).meta({ id: 'MediaChanged' });
export type MediaChanged = z.infer<typeof MediaChanged>;
