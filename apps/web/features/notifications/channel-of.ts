import type { Streamer } from '@tally/contract/notifications/streamers';
import type { ChannelId } from '@tally/contract/wire/ids';

/** Where the live message goes. Two platforms keep live streams and videos apart. */
export function channelOf(streamer: Streamer): ChannelId | null {
  return 'notificationChannelId' in streamer ? streamer.notificationChannelId : streamer.liveNotificationChannelId;
}
