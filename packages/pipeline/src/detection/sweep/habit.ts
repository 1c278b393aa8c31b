import { days, hours, minutes, type Pace, seconds } from '@tally/kernel';

/** Starts older than this do not count as a habit. */
export const HABIT_MS = days(28);
const EARLY_MS = minutes(20);
const LATE_MS = minutes(40);
/** This many starts at the same time of day within two weeks make a habit, on any weekday. */
const DAILY_STARTS = 3;
const DAILY_SINCE_MS = days(14);
/** A stream that drops usually comes back within this time. */
const DROP_MS = minutes(20);
/** A creator who was never live counts as quiet only after we have followed them for this long. */
const WATCHED_LONG_MS = days(7);
const STEP_MS = seconds(10);

export interface Standing {
  readonly now: Date;
  readonly isLive: boolean;
  /** True if the stream was live but the latest answer was offline. */
  readonly isInDoubt: boolean;
  readonly lastLiveAt: Date | null;
  readonly followedAt: Date | null;
  /** The starts of earlier and planned streams. */
  readonly starts: readonly Date[];
}

export type HabitPace = Pick<Pace, 'idleSeconds' | 'busySeconds'> & Required<Pick<Pace, 'byHabit'>>;

/** Returns how long a channel waits for its next request. Channels that are likely to start now wait least. */
export function habitWaitMs(pace: HabitPace, standing: Standing): number {
  const { byHabit, busySeconds } = pace;
  const { now, starts } = standing;
  if (standing.isInDoubt) return seconds(byHabit.expectedSeconds);
  if (standing.isLive) return seconds(byHabit.liveSeconds);
  if (isExpected(starts, now)) return seconds(byHabit.expectedSeconds);
  const usualMs = isWithin(standing.lastLiveAt, DROP_MS, now) ? seconds(busySeconds) : calmMs(pace, standing);
  return untilExpected(starts, now, usualMs);
}

function calmMs({ byHabit, idleSeconds }: HabitPace, standing: Standing): number {
  const { now, starts, lastLiveAt, followedAt } = standing;
  const isKnown =
    isWithin(lastLiveAt, HABIT_MS, now) ||
    starts.some((start) => isWithin(start, HABIT_MS, now)) ||
    isWithin(followedAt, WATCHED_LONG_MS, now);
  return seconds(isKnown ? idleSeconds : byHabit.quietSeconds);
}

/** Returns true near a planned or usual start. Daylight saving shifts starts twice a year, which we ignore. */
export function isExpected(starts: readonly Date[], now: Date): boolean {
  let daily = 0;
  for (const start of starts) {
    const ageMs = now.getTime() - start.getTime();
    if (ageMs < -EARLY_MS || ageMs > HABIT_MS + LATE_MS) continue;
    if (isAround(ageMs, days(7))) return true;
    if (ageMs <= DAILY_SINCE_MS && isAround(ageMs, hours(24))) daily += 1;
  }
  return daily >= DAILY_STARTS;
}

/** True if a start of this age, repeated with this period, falls near now. */
const isAround = (ageMs: number, periodMs: number): boolean => (ageMs + EARLY_MS) % periodMs <= EARLY_MS + LATE_MS;

/** Shortens a wait to end when a start becomes likely. */
function untilExpected(starts: readonly Date[], now: Date, longestMs: number): number {
  for (let waitMs = STEP_MS; waitMs < longestMs; waitMs += STEP_MS) {
    if (isExpected(starts, new Date(now.getTime() + waitMs))) return waitMs;
  }
  return longestMs;
}

const isWithin = (at: Date | null, ms: number, now: Date): boolean => at !== null && now.getTime() - at.getTime() < ms;
