import { minutes } from '@tally/kernel';

/** https://github.com/discord/discord-api-docs/issues/2208: two new names in ten minutes and channel. */
export const RENAMES = 2;
export const WINDOW_MS = minutes(10);

/** When a channel may have another name: at once, or at this moment. */
export function nextRename(renamedAt: readonly Date[], now: Date): Date | null {
  const recent = recentOf(renamedAt, now);
  const [oldest] = recent.slice(-RENAMES);
  return recent.length < RENAMES || !oldest ? null : new Date(oldest.getTime() + WINDOW_MS);
}

/** What still counts against the limit, the newest last. */
export const recentOf = (renamedAt: readonly Date[], now: Date): Date[] =>
  renamedAt.filter((at) => now.getTime() - at.getTime() < WINDOW_MS).sort((a, b) => a.getTime() - b.getTime());
