import { days, hours, minutes, type Pace, seconds } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { HABIT_MS, type HabitPace, habitWaitMs, isExpected, type Standing } from './habit.ts';

const pace = {
  questionsPerMinute: 30,
  idleSeconds: 60,
  busySeconds: 20,
  byHabit: { expectedSeconds: 10, liveSeconds: 90, quietSeconds: 120 },
} satisfies HabitPace & Pick<Pace, 'questionsPerMinute'>;
const BATCH = 4;

const now = new Date('2026-06-17T18:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const standing = (change: Partial<Standing>): Standing => ({
  now,
  isLive: false,
  isInDoubt: false,
  lastLiveAt: ago(days(2)),
  followedAt: ago(days(90)),
  starts: [],
  ...change,
});

describe('a channel is asked about', () => {
  it.each<[string, Partial<Standing>, number]>([
    ['often around the hour at which its stream began last week', { starts: [ago(days(7) + minutes(15))] }, 10],
    ['often around a time of day at which it began three times', { starts: [1, 3, 4].map((d) => ago(days(d))) }, 10],
    ['often before a planned start', { starts: [ago(-minutes(10))] }, 10],
    ['often while its end is in doubt', { isLive: false, isInDoubt: true }, 10],
    ['soon after a drop', { lastLiveAt: ago(minutes(5)) }, 20],
    ['at the idle pace at other times', { starts: [ago(days(7) + hours(5))] }, 60],
    ['seldom while it is live', { isLive: true, starts: [ago(minutes(5))] }, 90],
    ['seldom when it has not been live for weeks', { lastLiveAt: ago(days(40)) }, 120],
    ['at the idle pace while we hardly know it', { lastLiveAt: null, followedAt: ago(days(1)) }, 60],
  ])('%s', (_name, change, expected) => expect(habitWaitMs(pace, standing(change))).toBe(seconds(expected)));

  it('no later than the moment at which a start becomes likely', () =>
    expect(habitWaitMs(pace, standing({ starts: [ago(days(7) - minutes(20) - seconds(35))] }))).toBe(seconds(40)));

  it('as before once the habit is four weeks old', () => expect(isExpected([ago(days(35))], now)).toBe(false));
});

interface Creator {
  readonly starts: readonly number[];
  readonly lastsMs: number;
}

const DAY_ONE = Date.parse('2026-06-01T00:00:00Z');
const SIMULATED_MS = days(2);

/** Sixty creators. Most start within twenty minutes of their usual hour, some at any time, and a few never. */
function world(): readonly Creator[] {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: 60 }, (_, place) => {
    const isRegular = place < 40;
    const hour = hours(15 + random() * 8);
    const weekdays = new Set(Array.from({ length: 4 }, () => Math.floor(random() * 7)));
    const starts: number[] = [];
    if (place >= 54) return { starts, lastsMs: hours(2 + random() * 2) };
    for (let day = -28; day < 2; day += 1) {
      if (!weekdays.has((day + 28) % 7)) continue;
      const at = isRegular ? hour + (random() - 0.5) * minutes(40) : random() * hours(20);
      starts.push(DAY_ONE + days(day) + at);
    }
    return { starts, lastsMs: hours(2 + random() * 2) };
  });
}

/** Returns how many seconds each start waited for our request, with the sweep's rounds, budget and order. */
function waits(creators: readonly Creator[], waitMs: (about: Standing) => number, isByHabit: boolean): number[] {
  let at = DAY_ONE;
  const budget = createBudget(pace.questionsPerMinute, () => at);
  const states = creators.map((creator) => ({
    creator,
    askedAt: at - minutes(2),
    dueAt: at,
    usualMs: 60_000,
    lastLiveAt: 0,
  }));
  type State = (typeof states)[number];
  const liveStart = ({ creator }: State) => creator.starts.find((start) => start <= at && at < start + creator.lastsMs);
  const rank = (state: State): number => {
    if (at - state.dueAt > minutes(1)) return Number.POSITIVE_INFINITY;
    if (isByHabit) return (at - state.askedAt) / state.usualMs;
    return Number(at - state.lastLiveAt < hours(3));
  };
  const found: number[] = [];
  for (; at < DAY_ONE + SIMULATED_MS; at += seconds(2)) {
    if (!budget.take()) continue;
    const due = states.filter(({ dueAt }) => dueAt <= at);
    for (const state of due.toSorted((a, b) => rank(b) - rank(a) || a.dueAt - b.dueAt).slice(0, BATCH)) {
      const start = liveStart(state);
      if (start !== undefined && start > state.askedAt) found.push((at - start) / 1_000);
      if (start !== undefined) state.lastLiveAt = at;
      state.askedAt = at;
      state.usualMs = waitMs({
        now: new Date(at),
        isLive: start !== undefined,
        isInDoubt: false,
        lastLiveAt: state.lastLiveAt ? new Date(state.lastLiveAt) : null,
        followedAt: new Date(DAY_ONE - days(90)),
        starts: state.creator.starts.filter((each) => each <= at && each > at - HABIT_MS).map((each) => new Date(each)),
      });
      state.dueAt = at + state.usualMs;
    }
  }
  return found.toSorted((a, b) => a - b);
}

it('finds sixty creators usually within 15 seconds, and never after more than three minutes', () => {
  const creators = world();
  const before = waits(
    creators,
    ({ isLive, lastLiveAt, now: at }) =>
      isLive || (lastLiveAt && at.getTime() - lastLiveAt.getTime() < hours(3)) ? seconds(20) : seconds(60),
    false,
  );
  const after = waits(creators, (about) => habitWaitMs(pace, about), true);
  const median = (list: readonly number[]) => list[Math.floor(list.length / 2)] ?? Number.NaN;
  expect(after.length).toBe(before.length);
  expect(median(before)).toBeGreaterThan(20);
  expect(median(after)).toBeLessThanOrEqual(15);
  expect(after.at(-1)).toBeLessThanOrEqual(180);
});
