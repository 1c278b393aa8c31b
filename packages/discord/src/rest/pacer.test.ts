import { wholeShare } from '@tally/infra/budgets';
import { type TestTimers, testTimers } from '@tally/tests/timers';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';
import { createPacer } from './pacer.ts';

let timers: TestTimers;
beforeEach(() => {
  timers = testTimers();
});
const nowMs = (): number => timers.nowMs();

/** Lets calls arrive after some travel time, and records when they arrive. */
async function run(count: number, calls: readonly { pause: number; there: number; back: number }[]): Promise<number[]> {
  const pacer = createPacer({ share: wholeShare(count), windowMs: 1000, timers });
  const reached: number[] = [];
  const all: Promise<void>[] = [];
  for (const { pause, there, back } of calls) {
    await timers.pass(pause);
    const send = async (): Promise<void> => {
      const arrived = await pacer.turn();
      await timers.pause(there);
      reached.push(nowMs());
      await timers.pause(back);
      arrived();
    };
    all.push(send());
  }
  await timers.pass(3000 * Math.ceil(calls.length / count) + 3000);
  await Promise.all(all);
  return reached;
}

test('however slow the way, no window over there ever counts more calls than allowed', async () => {
  const call = fc.record({
    pause: fc.integer({ min: 0, max: 400 }),
    there: fc.integer({ min: 0, max: 500 }),
    back: fc.integer({ min: 0, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(call, { minLength: 1, maxLength: 50 }),
      async (count, calls) => {
        const reached = await run(count, calls);
        const spans = reached.slice(count).map((at, place) => at - (reached[place] as number));
        expect(reached).toHaveLength(calls.length);
        expect(Math.min(1000, ...spans)).toBe(1000);
      },
    ),
    { numRuns: 60 },
  );
});

test('on a fast way nearly all of the limit is used', async () => {
  const start = nowMs();
  const reached = await run(
    50,
    Array.from({ length: 500 }, () => ({ pause: 0, there: 2, back: 2 })),
  );
  expect((reached.at(-1) as number) - start).toBeLessThan(9_100);
});

test('an answer that never arrives does not keep its place forever', async () => {
  const pacer = createPacer({ share: wholeShare(1), windowMs: 1000, timers });
  await pacer.turn();
  const next = pacer.turn();
  await timers.pass(2000);
  await expect(next).resolves.toBeTypeOf('function');
});

test('a caller that gives up waiting frees the place', async () => {
  const pacer = createPacer({ share: wholeShare(1), windowMs: 1000, timers });
  const arrived = await pacer.turn();
  const control = new AbortController();
  const impatient = pacer.turn(control.signal);
  const patient = pacer.turn();
  control.abort(new Error('too late'));
  await expect(impatient).rejects.toThrow('too late');
  arrived();
  await timers.pass(1000);
  await expect(patient).resolves.toBeTypeOf('function');
  await expect(pacer.turn(control.signal)).rejects.toThrow('too late');
});

test('two that share a limit without knowing of each other soon overdraw it seldom, and use most of it', async () => {
  const limit = 50;
  const counted: number[] = [];
  const refused = { early: 0, late: 0 };
  const pacers = [0, 1].map(() => createPacer({ share: wholeShare(limit), windowMs: 1000, timers }));
  const call = async (pacer: (typeof pacers)[number]): Promise<void> => {
    const arrived = await pacer.turn();
    const since = nowMs() - 1000;
    if (counted.filter((at) => at > since).length < limit) counted.push(nowMs());
    else {
      refused[nowMs() < 10_000 ? 'early' : 'late'] += 1;
      pacer.overdrawn();
    }
    arrived();
  };
  for (let count = 0; count < 6_000; count += 1) for (const pacer of pacers) void call(pacer);
  await timers.pass(60_000);
  const late = counted.filter((at) => at >= 10_000 && at < 60_000).length;
  // Without slowing down, every second call would be refused.
  expect(refused.late).toBeLessThan(late / 3);
  expect(late / 50).toBeGreaterThan(45);
});

test('a process that was refused once has its whole limit back within a minute', async () => {
  const pacer = createPacer({ share: wholeShare(50), windowMs: 1000, timers });
  const inOneSecond = async (): Promise<number> => {
    let left = 0;
    const control = new AbortController();
    for (let count = 0; count < 60; count += 1) {
      void pacer
        .turn(control.signal)
        .then((arrived) => arrived())
        .then(
          () => (left += 1),
          () => undefined,
        );
    }
    await timers.pass(999);
    control.abort(new Error('enough'));
    await timers.pass(2_000);
    return left;
  };
  expect(await inOneSecond()).toBe(50);
  pacer.overdrawn();
  pacer.overdrawn();
  expect(await inOneSecond()).toBe(42);
  await timers.pass(20_000);
  expect(await inOneSecond()).toBe(50);
});

test('the breaker opens at its limit and closes when the calls are ten minutes old', async () => {
  const breaker = createBreaker({ limit: 3, nowMs });
  breaker.count(403, 'user');
  breaker.count(200, null);
  breaker.count(429, 'shared');
  await timers.pass(300_000);
  breaker.count(401, null);
  expect(breaker.closedForMs()).toBe(0);
  breaker.count(429, 'user');
  expect(breaker.invalid).toBe(3);
  const wait = breaker.closedForMs();
  expect(wait).toBeGreaterThan(0);
  await timers.pass(wait - 1);
  expect(breaker.closedForMs()).toBeGreaterThan(0);
  await timers.pass(1);
  expect(breaker.closedForMs()).toBe(0);
  expect(300_000 + wait).toBeGreaterThanOrEqual(600_000);
  expect(breaker.invalid).toBe(2);
  await timers.pass(4_000_000);
  expect(breaker.invalid).toBe(0);
});

test('processes behind one address stop together at the limit of refused calls', async () => {
  const common: number[] = [];
  let isAway = false;
  const addRefused = (count: number): Promise<readonly number[]> => {
    if (isAway) return Promise.reject(new Error('connection refused'));
    common[0] = (common[0] ?? 0) + count;
    return Promise.resolve([...common]);
  };
  const [one, other] = [1, 2].map(() => createBreaker({ limit: 100, nowMs, addRefused }));
  const refuse = async (breaker: typeof one, count: number): Promise<void> => {
    for (let calls = 0; calls < count; calls += 1) {
      breaker?.count(403, null);
      await timers.pass(0);
    }
  };
  // The first refusal is reported immediately, the others in steps.
  await refuse(one, 41);
  await refuse(other, 1);
  expect([one?.invalid, other?.invalid]).toEqual([41, 42]);
  isAway = true;
  await refuse(other, 59);
  expect([one?.closedForMs(), other?.invalid]).toEqual([0, 101]);
  expect(other?.closedForMs()).toBeGreaterThan(0);
  isAway = false;
  await timers.pass(10_000);
  await refuse(other, 1);
  one?.count(200, null);
  await timers.pass(0);
  expect([one?.invalid, other?.invalid]).toEqual([102, 102]);
  expect(one?.closedForMs()).toBeGreaterThan(0);
});
