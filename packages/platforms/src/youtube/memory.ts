import type { Memory } from '@tally/kernel';
import { z } from 'zod';
import { VideoId } from './youtube.external.ts';

/** A feed has fifteen; pushes add some more. */
const MOST_SEEN = 60;
/** Some channels leave dozens of old plans lying around. */
const MOST_WATCHED = 30;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A video that is not done with. */
const Watched = z.object({
  id: VideoId,
  /**
   * `planned`: a stream that has not begun · `live` · `over`: asked once more, because an end wants to be seen twice ·
   * `fresh`: not known well enough to tell what it is.
   */
  as: z.enum(['planned', 'live', 'over', 'fresh']),
  /** When it is to begin. */
  at: z.number().nullable(),
  /** When to ask about it again. */
  next: z.number(),
  /** How often YouTube did not have it, or could not say what it is. */
  misses: z.number(),
});
export type Watched = z.output<typeof Watched>;

/** Kept by detection as JSON; moments are milliseconds since 1970. */
const YoutubeMemory = z.object({
  watch: z.array(Watched),
  /** Told of, or not worth telling; newest first. */
  seen: z.array(VideoId),
  feedAt: z.number().nullable(),
  namedAt: z.number(),
});
export type YoutubeMemory = z.output<typeof YoutubeMemory>;

/** Null: nothing is known of the channel yet. */
export const readMemory = (memory: Memory | null): YoutubeMemory | null => YoutubeMemory.safeParse(memory).data ?? null;

export const emptyMemory = (now: Date): YoutubeMemory => ({
  watch: [],
  seen: [],
  feedAt: null,
  namedAt: now.getTime(),
});

export const cutMemory = (memory: YoutubeMemory): YoutubeMemory => ({
  ...memory,
  // What runs matters most, then what comes soonest.
  watch: memory.watch.toSorted((left, right) => left.next - right.next).slice(0, MOST_WATCHED),
  seen: [...new Set(memory.seen)].slice(0, MOST_SEEN),
});

/** Nothing is pushed when a planned stream begins, so it is asked about, the nearer the more often. */
export function nextForPlanned(startMs: number | null, nowMs: number): number {
  if (startMs === null) return nowMs + 10 * MINUTE_MS;
  const ahead = startMs - nowMs;
  if (ahead > 2 * HOUR_MS) return nowMs + Math.min(HOUR_MS, ahead - 2 * HOUR_MS + MINUTE_MS);
  if (ahead > 15 * MINUTE_MS) return nowMs + Math.min(5 * MINUTE_MS, ahead - 15 * MINUTE_MS + MINUTE_MS);
  if (ahead > -2 * HOUR_MS) return atFullMinute(nowMs, MINUTE_MS);
  // Nobody came. Some do, a day late; and some leave the page there for years.
  return nowMs + (ahead > -24 * HOUR_MS ? 10 * MINUTE_MS : HOUR_MS);
}

/** Everybody at the same moments: then fifty of them fit into one call. */
export function atFullMinute(nowMs: number, everyMs: number): number {
  const soonest = nowMs + everyMs * 0.75;
  return Math.ceil(soonest / everyMs) * everyMs;
}
