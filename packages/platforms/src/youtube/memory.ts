import type { Memory } from '@tally/kernel';
import { z } from 'zod';
import { VideoId } from './youtube.external.ts';

/** A feed has fifteen videos, and pushes add a few more. */
const MOST_SEEN = 60;
/** Some channels keep dozens of outdated plans. */
const MOST_WATCHED = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A video that needs another check. */
const Watched = z.object({
  id: VideoId,
  /**
   * `planned`: has not begun · `live` · `over`: checked once more, because an end needs two checks · `fresh`: not yet
   * classified.
   */
  as: z.enum(['planned', 'live', 'over', 'fresh']),
  /** The planned start. */
  at: z.number().nullable(),
  /** When to check the video again. */
  next: z.number(),
  /** How many times YouTube did not return the video, or could not classify it. */
  misses: z.number(),
});
export type Watched = z.output<typeof Watched>;

/** Detection stores it as JSON. Times are milliseconds since 1970. */
const YoutubeMemory = z.object({
  watch: z.array(Watched),
  /** Videos that were announced, or are not worth it, newest first. */
  seen: z.array(VideoId),
  feedAt: z.number().nullable(),
  namedAt: z.number(),
});
export type YoutubeMemory = z.output<typeof YoutubeMemory>;

/** Returns null if the channel is new. */
export const readMemory = (memory: Memory | null): YoutubeMemory | null => YoutubeMemory.safeParse(memory).data ?? null;

export const emptyMemory = (now: Date): YoutubeMemory => ({
  watch: [],
  seen: [],
  feedAt: null,
  namedAt: now.getTime(),
});

export const cutMemory = (memory: YoutubeMemory): YoutubeMemory => ({
  ...memory,
  // Running streams come first, then the others by their next check.
  watch: memory.watch.toSorted((left, right) => left.next - right.next).slice(0, MOST_WATCHED),
  seen: [...new Set(memory.seen)].slice(0, MOST_SEEN),
});

/** YouTube does not push the start of a planned stream, so we check it more often as it approaches. */
export function nextForPlanned(startMs: number | null, nowMs: number): number {
  if (startMs === null) return nowMs + 10 * MINUTE_MS;
  const ahead = startMs - nowMs;
  if (ahead > 2 * HOUR_MS) return nowMs + Math.min(HOUR_MS, ahead - 2 * HOUR_MS + MINUTE_MS);
  if (ahead > 15 * MINUTE_MS) return nowMs + Math.min(5 * MINUTE_MS, ahead - 15 * MINUTE_MS + MINUTE_MS);
  if (ahead > -2 * HOUR_MS) return atFullMinute(nowMs, MINUTE_MS);
  // The stream has not started. Some start a day late, and some pages stay for years.
  return nowMs + (ahead > -24 * HOUR_MS ? 10 * MINUTE_MS : HOUR_MS);
}

/** Rounds to common times, so fifty checks fit into one call. */
export function atFullMinute(nowMs: number, everyMs: number): number {
  const soonest = nowMs + everyMs * 0.75;
  return Math.ceil(soonest / everyMs) * everyMs;
}
