import type { Db } from '@tally/infra/db';
import { listChannels } from '@tally/pipeline/detection';
import type { StreamerRow } from '../../tables.ts';

type Named = Pick<StreamerRow, 'platform' | 'channelId' | 'name'>;

/** Returns each streamer's display name for lists, or the name from the URL if no display name is known. */
export async function shownNames(db: Db, streamers: readonly Named[]): Promise<(streamer: Named) => string> {
  const names = new Map<string, string>();
  for (const [platform, rows] of Map.groupBy(streamers, (row) => row.platform)) {
    const found = await listChannels(db, platform, [...new Set(rows.map((row) => row.channelId))]);
    for (const { id, displayName } of found) names.set(`${platform} ${id}`, displayName.trim());
  }
  return ({ platform, channelId, name }) => names.get(`${platform} ${channelId}`) || name;
}
