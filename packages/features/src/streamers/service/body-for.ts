import { type ChannelId, type Platform, type RoleId, type StreamerBody, settingsOf } from '@tally/contract';

/** Where the messages about a streamer go, and which role they ping. */
export interface Places {
  readonly channelId: ChannelId;
  readonly videosId?: ChannelId | undefined;
  readonly pingId?: RoleId | undefined;
}

/**
 * On platforms with separate channels for streams and videos, both get the same one unless another is chosen for
 * videos.
 */
export function bodyFor(platform: Platform, { channelId, videosId, pingId }: Places): StreamerBody {
  const ping = pingId ? { pingRoleId: pingId } : {};
  if ('liveNotificationChannelId' in settingsOf[platform])
    return { ...ping, liveNotificationChannelId: channelId, videoNotificationChannelId: videosId ?? channelId };
  const videos = videosId ? { videoNotificationChannelId: videosId } : {};
  return { ...ping, notificationChannelId: channelId, ...videos };
}
