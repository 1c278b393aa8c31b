import {
  type ChannelId,
  type Platform,
  type PostedKind,
  type RoleId,
  type StreamerBody,
  settingsOf,
} from '@tally/contract';

/** Where the messages about a streamer go, and which role they ping. */
export interface Places {
  readonly channelId: ChannelId;
  readonly videosId?: ChannelId | undefined;
  readonly pingId?: RoleId | undefined;
  /** Absent or null: the places of live streams, and of videos if both share one. */
  readonly kind?: PostedKind | null;
}

/**
 * On platforms with separate channels for streams and videos, both get the same one unless another is chosen for
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
