import type { StreamSession } from '@tally/kernel';
import type { SessionRow } from './tables.ts';

/** What features see of a session; how detection keeps count of doubts is its own affair. */
export function asSession(row: SessionRow): StreamSession {
  const { lastSeenAt: _seen, offlineSince: _since, offlineObservations: _count, ...session } = row;
  return { ...session, averageViewers: null, categories: [] };
}
