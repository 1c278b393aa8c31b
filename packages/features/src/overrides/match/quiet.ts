import type { QuietHours } from '@tally/contract';
import { days, hours, minutes, wallTimeIn } from '@tally/kernel';

/**
 * Returns whether the zone's wall clock shows quiet hours. When the clock changes, a skipped time counts as the moment
 * of the change. A time that occurs twice is quiet from its first to its last occurrence.
 */
export function isQuiet(quiet: QuietHours, now: Date): boolean {
  return quietUntil(quiet, now) !== null;
}

/** Returns the end of the current quiet hours, or null outside of them. */
export function quietUntil(quiet: QuietHours, now: Date): Date | null {
  if (!quiet.enabled || quiet.from === quiet.until) return null;
  const today = startOfDay(now.getTime() + offsetAt(quiet.timeZone, now.getTime()));
  // The quiet hours may have begun yesterday.
  for (const day of [today - days(1), today]) {
    const endDay = quiet.until > quiet.from ? day : day + days(1);
    const from = instantsOf(quiet.timeZone, day + clockTime(quiet.from)).first;
    const until = instantsOf(quiet.timeZone, endDay + clockTime(quiet.until)).last;
    if (from <= now.getTime() && now.getTime() < until) return new Date(until);
  }
  return null;
}

const startOfDay = (wallTime: number): number => Math.floor(wallTime / days(1)) * days(1);

function clockTime(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hours(hour) + minutes(minute);
}

/** Returns when a wall clock shows `wallTime` (given as if in UTC). A skipped time is the moment of the change. */
function instantsOf(zone: string, wallTime: number): { first: number; last: number } {
  const before = offsetAt(zone, wallTime - days(1));
  const after = offsetAt(zone, wallTime + days(1));
  const shown = [wallTime - before, wallTime - after].filter((at) => at + offsetAt(zone, at) === wallTime);
  if (shown.length === 0) {
    const jump = jumpBetween(zone, wallTime - after, wallTime - before);
    return { first: jump, last: jump };
  }
  return { first: Math.min(...shown), last: Math.max(...shown) };
}

/** Finds the first moment with the new offset. */
function jumpBetween(zone: string, from: number, to: number): number {
  const later = offsetAt(zone, to);
  let [old, now] = [from, to];
  while (now - old > 1) {
    const middle = Math.floor((old + now) / 2);
    if (offsetAt(zone, middle) === later) now = middle;
    else old = middle;
  }
  return now;
}

const offsetAt = (zone: string, at: number): number => wallTimeIn(zone, at) - Math.floor(at / 1000) * 1000;
