import { minutes } from '@tally/kernel';

/** Discord allows two renames per channel in ten minutes: https://github.com/discord/discord-api-docs/issues/2208 */
export const RENAMES = 2;
export const WINDOW_MS = minutes(10);

export function nextRename(renamedAt: readonly Date[], now: Date): Date | null {
  const recent = recentOf(renamedAt, now);
  const [oldest] = recent.slice(-RENAMES);
  return recent.length < RENAMES || !oldest ? null : new Date(oldest.getTime() + WINDOW_MS);
}

/** Returns renames that still count against the limit, newest last. */
export const recentOf = (renamedAt: readonly Date[], now: Date): Date[] =>
  renamedAt.filter((at) => now.getTime() - at.getTime() < WINDOW_MS).sort((a, b) => a.getTime() - b.getTime());
