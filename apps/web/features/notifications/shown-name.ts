import type { JournalRow } from '@tally/contract/notifications/journal';
import type { ShortStreamer, Streamer } from '@tally/contract/notifications/streamers';

/** Returns a creator's display name, or the name in the URL while it is unknown. */
export const shownName = (
  streamer: Pick<Streamer | ShortStreamer | JournalRow, 'displayName' | 'streamerUserName'>,
): string => streamer.displayName ?? streamer.streamerUserName;
