import { z } from 'zod';
import { messageParts } from '../message-editor/bodies.ts';
import { type StreamerMessageType, streamerMessageTypesOf } from '../message-editor/types.ts';
import { Namesake, Platform } from '../platforms/platform.ts';
import { isoDate } from '../wire/codecs.ts';
import { ChannelId, MessageId, RoleId, ServerId, UserId } from '../wire/ids.ts';
import { versioned } from '../wire/record-version.ts';
import { PauseReason, settingsOf } from './streamer-settings.ts';

/** The platform's own id of a channel. We look it up, so it is dropped from a body. */
const outsideId = z.string().nullable();
const channel = ChannelId.nullable();

const CurrentlyLive = z
  .object({
    startedAt: isoDate,
    messageId: MessageId.nullable(),
    channelId: ChannelId.nullable(),
    correct: z.boolean().nullable(),
  })
  .meta({ id: 'CurrentlyLive' });

/** The facts of every row, besides its settings. */
const commonFacts = {
  streamerUserName: z.string(),
  guildId: ServerId,
  streamerId: outsideId,
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  usersWhoHaveLiveRole: z.array(UserId),
  lastLive: isoDate.nullable(),
  isCurrentlyLive: CurrentlyLive.nullable(),
  pauseReason: PauseReason.nullable(),
  ...versioned,
} as const;

const messagesOf = <const T extends readonly [StreamerMessageType, ...StreamerMessageType[]]>(types: T) =>
  z.array(z.object({ type: z.enum(types), ...messageParts }));

const statsChannel = z.object({ isLive: channel });

export const KickStreamer = z
  .object({
    platform: z.literal('kick'),
    ...commonFacts,
    ...settingsOf.kick,
    customMessages: messagesOf(streamerMessageTypesOf.kick),
    chatRoomId: outsideId,
    leaderBoardMessageId: MessageId.nullable(),
    usersWhoHaveRole: z.array(z.object({ roleId: RoleId, userIds: z.array(UserId) })),
    statsChannelIds: z.object({ isLive: channel, followers: channel }).nullable(),
  })
  .meta({ id: 'KickStreamer' });
export const TwitchStreamer = z
  .object({
    platform: z.literal('twitch'),
    ...commonFacts,
    ...settingsOf.twitch,
    customMessages: messagesOf(streamerMessageTypesOf.twitch),
    chatRoomId: outsideId,
    statsChannelIds: statsChannel.nullable(),
  })
  .meta({ id: 'TwitchStreamer' });
export const RumbleStreamer = z
  .object({
    platform: z.literal('rumble'),
    ...commonFacts,
    ...settingsOf.rumble,
    customMessages: messagesOf(streamerMessageTypesOf.rumble),
    type: Namesake,
    lastVideo: isoDate.nullable(),
    statsChannelIds: statsChannel.nullable(),
  })
  .meta({ id: 'RumbleStreamer' });
export const TiktokStreamer = z
  .object({
    platform: z.literal('tiktok'),
    ...commonFacts,
    ...settingsOf.tiktok,
    customMessages: messagesOf(streamerMessageTypesOf.tiktok),
    lastVideo: isoDate.nullable(),
    statsChannelIds: statsChannel.nullable(),
  })
  .meta({ id: 'TiktokStreamer' });
export const YoutubeStreamer = z
  .object({
    platform: z.literal('youtube'),
    ...commonFacts,
    ...settingsOf.youtube,
    customMessages: messagesOf(streamerMessageTypesOf.youtube),
    lastVideo: isoDate.nullable(),
    statsChannelIds: statsChannel.nullable(),
  })
  .meta({ id: 'YoutubeStreamer' });
export type KickStreamer = z.infer<typeof KickStreamer>;
export type TwitchStreamer = z.infer<typeof TwitchStreamer>;
export type RumbleStreamer = z.infer<typeof RumbleStreamer>;
export type TiktokStreamer = z.infer<typeof TiktokStreamer>;
export type YoutubeStreamer = z.infer<typeof YoutubeStreamer>;

/** A creator that a server follows, with the server's settings. `platform` is ours; old clients ignore it. */
export const Streamer = z.discriminatedUnion('platform', [
  KickStreamer,
  TwitchStreamer,
  RumbleStreamer,
  TiktokStreamer,
  YoutubeStreamer,
]);
export type Streamer = z.infer<typeof Streamer>;

/** One creator: people come with names, for the form. */
const namedPeople = { usersForLiveRole: z.array(z.object({ id: UserId, name: z.string() })) };
export const StreamerInDetail = z.discriminatedUnion('platform', [
  KickStreamer.extend(namedPeople),
  TwitchStreamer.extend(namedPeople),
  RumbleStreamer.extend(namedPeople),
  TiktokStreamer.extend(namedPeople),
  YoutubeStreamer.extend(namedPeople),
]);
export type StreamerInDetail = z.infer<typeof StreamerInDetail>;

/** Enough for a list that many pages need. */
export const ShortStreamer = z
  .object({
    platform: Platform,
    guildId: ServerId,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    streamerId: outsideId,
    chatRoomId: outsideId.optional(),
    type: Namesake.optional(),
  })
  .meta({ id: 'ShortStreamer' });
export type ShortStreamer = z.infer<typeof ShortStreamer>;

/** A followed creator who is live: the fields of a list. */
export const LiveStreamer = z
  .object({
    platform: Platform,
    guildId: ServerId,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    streamerId: outsideId,
    avatarUrl: z.string().nullable(),
    type: Namesake.optional(),
    startedAt: isoDate,
    /** A stopped delivery that could now be posted, for `postNow`. */
    stoppedDelivery: z.string().nullable(),
  })
  .meta({ id: 'LiveStreamer' });
export type LiveStreamer = z.infer<typeof LiveStreamer>;
