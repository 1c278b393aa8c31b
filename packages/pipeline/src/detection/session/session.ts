import type { Pushed, StreamDetails, StreamSession } from '@tally/kernel';
import type { SeenCategory, SessionRow } from '../tables.ts';

/** The part of a session that features see. The counts of doubtful observations stay internal. */
export const asSession = (row: SessionRow): StreamSession => ({
  id: row.id,
  platform: row.platform,
  channelId: row.channelId,
  streamId: row.streamId,
  startedAt: row.startedAt,
  detectedAt: row.detectedAt,
  pushed: pushedOf(row),
  endedAt: row.endedAt ?? (row.graceTold === null ? null : row.offlineSince),
  url: row.url,
  details: row.details,
  peakViewers: row.peakViewers,
  averageViewers: row.viewerSamples > 0 ? Math.round(row.viewerSum / row.viewerSamples) : null,
  categories: row.categories.map(({ name, from }) => ({ name, from: new Date(from) })),
});

export const pushedOf = ({ toldAt, arrivedAt }: Pick<SessionRow, 'toldAt' | 'arrivedAt'>): Pushed | undefined =>
  toldAt && arrivedAt ? { toldAt, arrivedAt } : undefined;

/** Keeps earlier details, because a detail that is missing this time has not been removed. */
export const withFormer = (details: StreamDetails, former: StreamDetails): StreamDetails => ({
  ...details,
  title: details.title ?? former.title,
  category: details.category ?? former.category,
  categoryImageUrl: details.categoryImageUrl ?? former.categoryImageUrl,
  thumbnailUrl: details.thumbnailUrl ?? former.thumbnailUrl,
  viewers: details.viewers ?? former.viewers,
  language: details.language ?? former.language,
});

/** Adds the current category if it differs from the last one. */
export function withCategory(
  seen: readonly SeenCategory[],
  { category }: StreamDetails,
  from: Date,
): readonly SeenCategory[] {
  if (category === null || seen.at(-1)?.name === category) return seen;
  return [...seen.slice(-MOST_CATEGORIES + 1), { name: category, from: from.toISOString() }];
}

/** Limits the list, because a creator who changes the category every minute must not fill the database. */
const MOST_CATEGORIES = 50;
