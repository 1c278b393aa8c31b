import {
  type ChannelId,
  type Platform,
  type PostedKind,
  type RoleId,
  type StreamerBody,
  settingsOf,
} from '@tally/contract';

/** The channels for a streamer's messages, and the role that they ping. */
export interface Places {
  readonly channelId: ChannelId;
  readonly videosId?: ChannelId | undefined;
  readonly pingId?: RoleId | undefined;
  /** Without a kind, these are the places for live streams, and for videos if both share one channel. */
  readonly kind?: PostedKind | null;
}

/**
 * On platforms with separate channels for streams and videos, both get the same channel unless another is chosen for
 * videos.
 */
export function bodyFor(platform: Platform, { channelId, videosId, pingId, kind }: Places): StreamerBody {
  const ping = pingId ? { pingRoleId: pingId } : {};
  const live = kind === 'videos' ? null : channelId;
  const isTwo = 'liveNotificationChannelId' in settingsOf[platform];
  const chosen = videosId ?? (isTwo || kind ? channelId : undefined);
  const videos = chosen ? { videoNotificationChannelId: kind === 'live' ? null : chosen } : {};
  return { ...ping, ...(isTwo ? { liveNotificationChannelId: live } : { notificationChannelId: live }), ...videos };
}
