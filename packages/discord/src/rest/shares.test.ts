import { type Division, openShare, type ShareStore, undivided } from '@tally/infra/budgets';
import { createTimers, type Log, silentLog } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createPacer, type Pacer } from './pacer.ts';

/** Several processes share a database and a Discord, and all their clocks differ. */
function openWorld(dbAheadMs = 5_000) {
  const timers = testTimers();
  const kept: { division: Division; version: number } = { division: undivided, version: 0 };
  const reached: number[] = [];
  const processes: Process[] = [];
  let isAway = false;
  let statements = 0;
  const dbMs = () => timers.nowMs() + dbAheadMs;
  const atDatabase = async <T>(latencyMs: number, awake: () => Promise<void>, work: () => T): Promise<T> => {
    statements += 1;
    await timers.pause(latencyMs);
    if (isAway) throw new Error('connection refused');
    const answer = work();
    await timers.pause(latencyMs);
    await awake();
    return answer;
  };

  interface Process {
    readonly share: ReturnType<typeof openShare>;
    readonly pacer: Pacer;
    /** Makes this many calls with these travel times to Discord and back. */
    call(count: number, ms?: number): void;
    freeze(): void;
    thaw(): void;
    die(): void;
    /** Stops regularly: makes no more calls and gives up its share. */
    leave(): void;
  }

  function join(about: { limit: number; aheadMs?: number; latencyMs?: number; log?: Log }): Process {
    const { limit, aheadMs = 0, latencyMs = 1, log = silentLog } = about;
    let state: 'runs' | 'frozen' | 'dead' = 'runs';
    let hasLeft = false;
    let waiting: (() => void)[] = [];
    const whenAwake = (work: () => void): void => {
      if (state === 'runs') work();
      else if (state === 'frozen') waiting.push(work);
    };
    const awake = () => new Promise<void>(whenAwake);
    const own = createTimers({
      nowMs: () => timers.nowMs() + aheadMs,
      start: (ms, work) => timers.after(ms, () => whenAwake(work)),
      breathe: timers.breathe,
    });
    const store: ShareStore = {
      find: () => atDatabase(latencyMs, awake, () => ({ ...kept, dbMs: dbMs() })),
      save: (division, version) =>
        atDatabase(latencyMs, awake, () => {
          if (kept.version !== version) return null;
          Object.assign(kept, { division, version: version + 1 });
          return dbMs();
        }),
    };
    const share = openShare({ holder: `process ${processes.length}`, limit, store, timers: own, log });
    const pacer = createPacer({ share, windowMs: 1_002, timers: own });
    const call = async (ms: number): Promise<void> => {
      const arrived = await pacer.turn();
      await timers.pause(ms);
      reached.push(timers.nowMs());
      await timers.pause(ms);
      await awake();
      arrived();
    };
    const process: Process = {
      share,
      pacer,
      call(count: number, ms = 10) {
        for (let index = 0; index < (state === 'runs' && !hasLeft ? count : 0); index += 1) void call(ms);
      },
      freeze() {
        if (state === 'runs') state = 'frozen';
      },
      thaw() {
        if (state !== 'frozen') return;
        state = 'runs';
        const late = waiting;
        waiting = [];
        for (const work of late) work();
      },
      die() {
        state = 'dead';
      },
      leave() {
        if (state === 'runs' && !hasLeft) void share.close();
        hasLeft = state === 'runs' || hasLeft;
      },
    };
    processes.push(process);
    return process;
  }
  return {
    join,
    processes,
    reached,
    pass: (ms: number) => timers.pass(ms),
    setAway: (to: boolean) => {
      isAway = to;
    },
    statements: () => statements,
    held: () => processes.reduce((sum, { share }) => sum + share.size, 0),
    /** Returns the most calls that Discord has counted within a second. */
    mostInASecond: () =>
      Math.max(
        0,
        ...reached
          .map((at, index) => reached.slice(index).findIndex((other) => other - at >= 1_000))
          .map((count, index) => (count === -1 ? reached.length - index : count)),
      ),
  };
}

const LIMIT = 12;

test('processes that join, die and freeze never make more calls together than the limit', async () => {
  const event = fc.record({
    who: fc.nat(4),
    what: fc.constantFrom('call', 'call', 'call', 'freeze', 'thaw', 'die', 'leave'),
    count: fc.integer({ min: 1, max: 40 }),
    ms: fc.integer({ min: 1, max: 400 }),
    afterMs: fc.integer({ min: 0, max: 4_000 }),
  });
  const member = fc.record({
    aheadMs: fc.integer({ min: -2_000, max: 2_000 }),
    latencyMs: fc.integer({ min: 0, max: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(member, { minLength: 1, maxLength: 5 }),
      fc.array(event, { minLength: 1, maxLength: 14 }),
      async (members, events) => {
        const world = openWorld();
        for (const about of members) world.join({ limit: LIMIT, ...about });
        let most = 0;
        const pass = async (ms: number) => {
          for (let left = ms; left > 0; left -= 100) {
            await world.pass(Math.min(100, left));
            most = Math.max(most, world.held());
          }
        };
        for (const { who, what, count, ms, afterMs } of events) {
          const one = world.processes[who % members.length];
          if (what === 'call') one?.call(count, ms);
          else one?.[what]();
          await pass(afterMs);
        }
        for (const one of world.processes) one.thaw();
        await pass(8_000);
        expect(most).toBeLessThanOrEqual(LIMIT);
        expect(world.mostInASecond()).toBeLessThanOrEqual(LIMIT);
      },
    ),
    { numRuns: 100 },
  );
});

test('a process that has nothing to send leaves all of the limit to another within two seconds', async () => {
  const world = openWorld();
  const [one, other] = [world.join({ limit: LIMIT }), world.join({ limit: LIMIT, aheadMs: 2_000 })];
  one.call(3 * LIMIT);
  await world.pass(1_500);
  expect(one.share.size).toBe(LIMIT);
  other.call(100);
  await world.pass(1_900);
  expect(one.share.size + other.share.size).toBe(LIMIT);
  // The first process has sent all its calls by now.
  await world.pass(2_000);
  expect([one.share.size, other.share.size]).toEqual([0, LIMIT]);
});

test('the places of a process that left are free two seconds later, also if no other one was there', async () => {
  const world = openWorld();
  const one = world.join({ limit: LIMIT });
  one.call(10 * LIMIT);
  await world.pass(3_000);
  expect(one.share.size).toBe(LIMIT);
  one.leave();
  await world.pass(3_000);
  const next = world.join({ limit: LIMIT });
  next.call(10 * LIMIT);
  await world.pass(500);
  expect(next.share.size).toBe(LIMIT);
  await world.pass(5_000);
  expect(world.mostInASecond()).toBeLessThanOrEqual(LIMIT);
});

test('a call that arrives while a share is returned gets its turn soon', async () => {
  const world = openWorld();
  const one = world.join({ limit: LIMIT, latencyMs: 40 });
  for (let gap = 0; gap <= 2_500; gap += 20) {
    const before = world.reached.length;
    one.call(1);
    await world.pass(500);
    expect(world.reached).toHaveLength(before + 1);
    await world.pass(gap);
  }
});

test('processes that all have much to send have equal shares and use all of the limit', async () => {
  const world = openWorld();
  const three = [1, 2, 3].map(() => world.join({ limit: LIMIT }));
  for (const each of three) each.call(500);
  await world.pass(5_000);
  expect(three.map(({ share }) => share.size)).toEqual([4, 4, 4]);
  const before = world.reached.length;
  await world.pass(10_000);
  expect(world.reached.length - before).toBeGreaterThan(9.5 * LIMIT);
});

test('while there are fewer places than processes, the places go round', async () => {
  const world = openWorld();
  const five = [1, 2, 3, 4, 5].map(() => world.join({ limit: 2 }));
  for (const each of five) each.call(20);
  await world.pass(30_000);
  for (const { pacer } of five) expect(pacer.waiting).toBeLessThan(20);
  expect(world.mostInASecond()).toBeLessThanOrEqual(2);
});

test('a process that wakes up spends nothing of the share it had before', async () => {
  const world = openWorld();
  const [sleeper, other] = [world.join({ limit: LIMIT }), world.join({ limit: LIMIT })];
  sleeper.call(500);
  await world.pass(1_500);
  sleeper.freeze();
  other.call(1_000);
  await world.pass(60_000);
  expect(other.share.size).toBe(LIMIT);
  sleeper.thaw();
  expect(sleeper.share.size).toBe(0);
  await world.pass(5_000);
  expect([sleeper.share.size, other.share.size]).toEqual([6, 6]);
  expect(world.mostInASecond()).toBeLessThanOrEqual(LIMIT);
});

test('the share of a dead process is free when its lease and its last calls are over', async () => {
  const world = openWorld();
  const [victim, other] = [world.join({ limit: LIMIT }), world.join({ limit: LIMIT })];
  victim.call(500);
  await world.pass(1_500);
  victim.die();
  other.call(100);
  await world.pass(7_000);
  expect(other.share.size).toBe(LIMIT);
  expect(world.mostInASecond()).toBeLessThanOrEqual(LIMIT);
});

test('while the database is away each process keeps its last share', async () => {
  const world = openWorld();
  const three = [1, 2, 3].map(() => world.join({ limit: LIMIT }));
  for (const each of three) each.call(1_000);
  await world.pass(5_000);
  world.setAway(true);
  await world.pass(60_000);
  expect(three.map(({ share }) => share.size)).toEqual([4, 4, 4]);
  world.setAway(false);
  await world.pass(10_000);
  expect(three.map(({ share }) => share.size)).toEqual([4, 4, 4]);
  expect(world.mostInASecond()).toBeLessThanOrEqual(LIMIT);
});

test('the smallest limit of all processes applies, and the log reports it once', async () => {
  const warn = vi.fn<Log['warn']>();
  const world = openWorld();
  const [one, other] = [
    world.join({ limit: LIMIT, log: { ...silentLog, warn } }),
    world.join({ limit: 4, aheadMs: -1_000 }),
  ];
  one.call(1_000);
  other.call(1_000);
  await world.pass(15_000);
  expect([one.share.size, other.share.size]).toEqual([2, 2]);
  expect(warn.mock.calls.map(([details]) => details)).toEqual([{ ours: LIMIT, smallest: 4 }]);
});

test('an idle process makes one statement a minute, and a busy one few for all of its calls', async () => {
  const world = openWorld();
  const one = world.join({ limit: LIMIT });
  await world.pass(600_000);
  expect(world.statements()).toBeLessThanOrEqual(12);
  const before = world.statements();
  one.call(100 * LIMIT);
  await world.pass(110_000);
  expect(world.reached).toHaveLength(100 * LIMIT);
  expect(world.statements() - before).toBeLessThanOrEqual(300);
});
