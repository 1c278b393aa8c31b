import { momentsAt, wallTimeIn } from '@tally/message/zones';

const HOUR_MS = 3_600_000;

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats a time in a zone to the minute: `2026-12-24T20:00`. */
export const wallOf = (zone: string, at: Date): string =>
  new Date(wallTimeIn(zone, at.getTime())).toISOString().slice(0, 16);

/** Returns the instant of a local time in a zone. A time skipped by daylight saving counts as one hour later. */
export function momentOf(zone: string, wall: string): Date | null {
  const time = Date.parse(`${wall}Z`);
  if (Number.isNaN(time)) return null;
  const [at] = [...momentsAt(zone, time), ...momentsAt(zone, time + HOUR_MS)];
  return at === undefined ? null : new Date(at);
}
