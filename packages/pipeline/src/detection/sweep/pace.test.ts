import { minutes, type PlatformDefinition, seconds } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { backOffMs, cadenceOf } from './pace.ts';

const official = {
  batchSize: 100,
  pace: { questionsPerMinute: 600, idleSeconds: 30, busySeconds: 10 },
} as PlatformDefinition;

describe('how often a channel is asked about', () => {
  it.each([
    [1, 2, 2, true],
    [1_000, 2, 2, true],
    [5_000, 10, 10, false],
    [10_000, 20, 10, false],
    [100_000, 30, 10, false],
  ])('with %d followed: every %d s, the busy every %d s', (watched, idle, busy, isEveryRound) =>
    expect(cadenceOf(official, watched)).toEqual({ idleMs: seconds(idle), busyMs: seconds(busy), isEveryRound }),
  );

  it('is a whole number of milliseconds for any number of channels and any limit', () => {
    for (const questionsPerMinute of [7, 520, 600, 799]) {
      const platform = { ...official, pace: { ...official.pace, questionsPerMinute } };
      for (let watched = 1; watched <= 20_000; watched += 99) {
        const { idleMs, busyMs } = cadenceOf(platform, watched);
        expect([idleMs, busyMs].every(Number.isInteger), `${watched} at ${questionsPerMinute} a minute`).toBe(true);
      }
    }
  });

  it('is the pace alone for pages without a promised limit, or when channels are asked one by one', () => {
    for (const change of [{ isUnofficial: true }, { batchSize: 1 }]) {
      expect(cadenceOf({ ...official, ...change }, 1)).toMatchObject({ idleMs: seconds(30), isEveryRound: false });
    }
  });

  it('is the pace alone where it is slow: that has a reason which few channels do not change', () => {
    const scarce = {
      ...official,
      pace: { ...official.pace, questionsPerMinute: 7, idleSeconds: 600, busySeconds: 60 },
    };
    expect(cadenceOf(scarce, 1)).toEqual({ idleMs: seconds(600), busyMs: seconds(60), isEveryRound: false });
  });
});

describe('a channel without answers', () => {
  it.each([
    [0, 0.5, 30_000],
    [60_000, 0.5, 60_000],
    [3_600_000, 0.5, 120_000],
    [3_600_000, 0, 90_000],
    [3_600_000, 1, 150_000],
  ])('for %d ms waits, with a draw of %d, %d ms', (troubleMs, random, expected) =>
    expect(backOffMs({ usualMs: seconds(30), troubleMs, random })).toBe(expected),
  );
});

describe('a budget', () => {
  it.each([1, 2, 7, 60, 300])('of %d a minute is kept in every minute, and nearly used up', (perMinute) => {
    let ms = 0;
    const budget = createBudget(perMinute, () => ms);
    const asked: number[] = [];
    for (; ms < minutes(10); ms += 100) if (budget.take()) asked.push(ms);
    for (const from of asked) {
      expect(asked.filter((at) => at >= from && at < from + minutes(1)).length).toBeLessThanOrEqual(perMinute);
    }
    expect(asked.length).toBeGreaterThanOrEqual(Math.floor(perMinute * 10 * 0.45));
  });

  it('that was overdrawn by a push is made up for', () => {
    const budget = createBudget(60, () => 0);
    for (let count = 0; count < 5; count++) budget.borrow();
    expect([budget.left(), budget.take()]).toEqual([0, false]);
  });

  it.each([1, 20, 60, 600])(
    'keeps to %d a minute in every minute, however often another process takes over',
    (perMinute) => {
      let ms = 0;
      const processes = [1, 2, 3].map(() => createBudget(perMinute, () => ms));
      const asked: number[] = [];
      for (; ms < minutes(6); ms += 100) {
        const leader = processes[Math.floor(ms / 7_000) % 3];
        if (ms % 7_000 === 0) leader?.empty();
        while (leader?.take()) asked.push(ms);
      }
      for (const from of asked) {
        expect(asked.filter((at) => at >= from && at < from + minutes(1)).length).toBeLessThanOrEqual(perMinute);
      }
    },
  );

  it('reports its own borrowing once, and not that of others', () => {
    const budget = createBudget(600, () => 0);
    budget.borrow();
    budget.borrow();
    budget.owe(30);
    expect([budget.left(), budget.borrowed(), budget.borrowed()]).toEqual([0, 2, 0]);
  });
});
