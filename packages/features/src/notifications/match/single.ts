import {
  type ChannelId,
  type DeliveryReason,
  type EndAction,
  publishedMessages,
  type RoleId,
  type StreamerMessageType,
} from '@tally/contract';
import { minutes, type StreamSession, type Video } from '@tally/kernel';
import type { Verdict } from '../../overrides/index.ts';
import { channelFor, type Follower, pausedBy, type StreamerRow } from '../../streamers/index.ts';

const DEFAULT_COOLDOWN_MINUTES = 60;
/** The longest cooldown that an owner can choose. */
export const LONGEST_COOLDOWN_MINUTES = 300;

export type Match = { readonly kind: 'send' } | { readonly kind: 'skip'; readonly reason: DeliveryReason };

/** Decides whether a server gets a notification about a stream. Pure. The owner can read each refusal's reason. */
export function matchLive(about: {
  streamer: Follower;
  session: StreamSession;
  /** What the server's overrides and quiet hours decided. */
  verdict: Pick<Verdict, 'decision' | 'skip' | 'quiet'>;
  lastPostedAt: Date | null;
  now: Date;
}): Match {
  const { streamer, session, verdict } = about;
  if (streamer.alreadyLiveSession === session.id) return skip('alreadyLiveWhenAdded');
  const paused = pausedBy(streamer);
  if (paused) return skip(paused);
  if (verdict.skip) return skip(verdict.skip);
  if (!(verdict.decision?.channelId ?? channelFor(streamer))) return skip('noChannel');
  if (!passesCategoryFilter(streamer.settings, session.details.category)) return skip('filter');
  if (isCooling(streamer.settings, about.lastPostedAt, about.now)) return skip('cooldown');
  // Checked last, so a digest lists only messages that would otherwise have been posted.
  if (verdict.quiet) return skip('quietHours');
  return { kind: 'send' };
}

const skip = (reason: DeliveryReason) => ({ kind: 'skip', reason }) as const;

export function isCooling(settings: StreamerRow['settings'], lastPostedAt: Date | null, now: Date): boolean {
  if (!lastPostedAt) return false;
  const cooldown = settings.customCoolDownBeforeNextLive ?? DEFAULT_COOLDOWN_MINUTES;
  return now.getTime() - lastPostedAt.getTime() < minutes(cooldown);
}

/** Returns whether the category filter may still stop this stream. Its message then waits a moment for the category. */
export const awaitsFilter = (
  { categoryFilter }: StreamerRow['settings'],
  { details }: Pick<StreamSession, 'details'>,
): boolean => details.category === null && (categoryFilter?.categories?.length ?? 0) > 0;

/** Lets a stream without a category pass. Otherwise platforms that report no category would never be announced. */
function passesCategoryFilter(settings: StreamerRow['settings'], category: string | null): boolean {
  const filter = settings.categoryFilter;
  if (!filter?.categories?.length || category === null) return true;
  const isListed = filter.categories.some((each) => each.toLowerCase() === category.toLowerCase());
  return filter.mode === 'whitelist' ? isListed : !isListed;
}

/** Falls back to the older switches until the owner sets the newer setting. */
export function endActionOf({ settings }: Pick<StreamerRow, 'settings'>): EndAction {
  if (settings.onEnd) return settings.onEnd;
  if (settings.deleteEmbeds) return settings.sendOfflineMessage ? 'deleteAndPost' : 'delete';
  return settings.sendOfflineMessage === false ? 'leave' : 'endCard';
}

/** The channel for a video's message, and the role that it pings. */
export interface VideoRoute {
  readonly type: StreamerMessageType;
  readonly kind: 'video' | 'short' | 'vod' | 'clip';
  readonly channelId: ChannelId | null;
  readonly pingRoleId: RoleId | null;
}

/** Null if the streamer's platform has no such message, or if the server does not want it. */
export function routeOf(
  streamer: Pick<StreamerRow, 'platform' | 'settings'>,
  video: Pick<Video, 'kind'>,
): VideoRoute | null {
  const { platform, settings } = streamer;
  switch (video.kind) {
    case 'clip': {
      const type = publishedMessages[platform].clip;
      if (!type || !settings.builtInClipsEnabled) return null;
      const { builtInClipsChannelId, builtInClipsPingRoleId } = settings;
      return {
        type,
        kind: 'clip',
        channelId: builtInClipsChannelId ?? null,
        pingRoleId: builtInClipsPingRoleId ?? null,
      };
    }
    case 'partnerClip': {
      const type = publishedMessages[platform].partnerClip;
      if (!type || !settings.clipEnabled) return null;
      return { type, kind: 'clip', ...placeOf(streamer, type) };
    }
    case 'vod': {
      // On other platforms the recording has the stream's own URL, and the end card links to it.
      const type = publishedMessages[platform].vod;
      if (!type || !settings.vodsChannelId) return null;
      return {
        type,
        kind: 'vod',
        channelId: settings.vodsChannelId,
        pingRoleId: settings.vodsPingRoleId ?? null,
      };
    }
    case 'short':
    case 'upload':
    case 'premiere': {
      const kind = video.kind === 'short' ? 'short' : 'video';
      const type = publishedMessages[platform][kind];
      if (!type || !settings.videoNotificationChannelId) return null;
      return {
        type,
        kind,
        channelId: settings.videoNotificationChannelId,
        pingRoleId: settings.pingRoleId ?? null,
      };
    }
    default:
      return video.kind satisfies never;
  }
}

/** Returns the channel for a message of this kind, and the role that it pings. */
export function placeOf(
  streamer: Pick<StreamerRow, 'platform' | 'settings'>,
  type: StreamerMessageType,
): Pick<VideoRoute, 'channelId' | 'pingRoleId'> {
  const { platform, settings } = streamer;
  if (type === publishedMessages[platform].partnerClip)
    return { channelId: settings.clipChannelId ?? null, pingRoleId: settings.clipPingRoleId ?? null };
  if (type === 'clip' || type === 'kickBuiltInClip') {
    return {
      channelId: settings.builtInClipsChannelId ?? null,
      pingRoleId: settings.builtInClipsPingRoleId ?? null,
    };
  }
  if (type === 'vod') return { channelId: settings.vodsChannelId ?? null, pingRoleId: settings.vodsPingRoleId ?? null };
  const pingRoleId = settings.pingRoleId ?? null;
  return isOfVideo(type)
    ? { channelId: settings.videoNotificationChannelId ?? null, pingRoleId }
    : { channelId: channelFor(streamer), pingRoleId };
}

/** True for a message about a published item rather than a stream. */
export const isOfVideo = (type: StreamerMessageType): boolean => !type.endsWith('Live') && !type.endsWith('Offline');

/** Decides whether a server that follows this kind of video gets a notification for this video. */
export function matchVideo(about: {
  streamer: Follower;
  video: Video;
  route: VideoRoute;
  verdict: Pick<Verdict, 'decision' | 'skip' | 'quiet'>;
  isInPlan: boolean;
  /** True if too many videos came at once, so this one goes into a list. */
  isOneOfMany: boolean;
}): Match {
  const { streamer, video, route, verdict } = about;
  const paused = pausedBy(streamer);
  if (paused) return skip(paused);
  if (!about.isInPlan) return skip('planLimit');
  if (verdict.skip) return skip(verdict.skip);
  if (!(verdict.decision?.channelId ?? route.channelId)) return skip('noChannel');
  if (route.kind === 'clip' && !passesClipperFilter(streamer.settings, video)) return skip('filter');
  if (streamer.settings.videoKinds && !wantsKind(streamer.settings.videoKinds, video.kind)) return skip('filter');
  if (verdict.quiet) return skip('quietHours');
  if (about.isOneOfMany) return skip('together');
  return { kind: 'send' };
}

/** How many clips in a short time each get their own message. */
const CLIPS_BY_THEMSELVES = 3;

/** Returns whether a channel has enough clips, counting only recent ones that this server wants. */
export const isOneOfMany = ({ settings }: Pick<Follower, 'settings'>, before: readonly Video[]): boolean =>
  before.filter((clip) => passesClipperFilter(settings, clip)).length >= CLIPS_BY_THEMSELVES;

function wantsKind(kinds: readonly string[], kind: Video['kind']): boolean {
  return kind === 'clip' || kind === 'partnerClip' || kind === 'vod' || kinds.includes(kind);
}

/**
 * Returns whether the clip's author belongs to a chosen category. Without a choice, every author does. An unknown
 * author belongs to none.
 */
function passesClipperFilter(settings: StreamerRow['settings'], { clipper }: Pick<Video, 'clipper'>): boolean {
  const wanted = settings.clipperCategories ?? [];
  if (wanted.length === 0) return true;
  const roles = clipper?.roles ?? [];
  const has = (category: (typeof wanted)[number]) => roles.includes(category);
  return settings.clipperNeedsAllCategories ? wanted.every(has) : wanted.some(has);
}

/** One live message per streamer and stream. This is the delivery's key. */
export const liveKey = (streamerId: string, sessionId: string): string => `live ${streamerId} ${sessionId}`;
export const endKey = (streamerId: string, sessionId: string): string => `${liveKey(streamerId, sessionId)} end`;
/** One message per video and streamer, even if later reports about the video arrive. */
export const videoKey = (streamerId: string, video: Pick<Video, 'kind' | 'id'>): string =>
  `${video.kind} ${streamerId} ${video.id}`;
