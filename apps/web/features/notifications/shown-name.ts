import type { JournalRow } from '@tally/contract/notifications/journal';
import type { ShortStreamer, Streamer } from '@tally/contract/notifications/streamers';

/** What a creator calls themselves; the name in their address while that is not known. */
export const shownName = (
  streamer: Pick<Streamer | ShortStreamer | JournalRow, 'displayName' | 'streamerUserName'>,
): string => streamer.displayName ?? streamer.streamerUserName;
