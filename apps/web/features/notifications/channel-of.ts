import type { Streamer } from '@tally/contract/notifications/streamers';
import type { ChannelId } from '@tally/contract/wire/ids';

/** Returns the channel of the live message. Two platforms have separate channels for streams and videos. */
export function channelOf(streamer: Streamer): ChannelId | null {
  return 'notificationChannelId' in streamer ? streamer.notificationChannelId : streamer.liveNotificationChannelId;
}
