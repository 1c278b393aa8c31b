import { silentLog } from '@tally/kernel';
import { type TestTimers, testTimers } from '@tally/tests/timers';
import { beforeEach, expect, test } from 'vitest';
import { createIdentifyThrottler } from './throttle.ts';

const EVERY_MS = 5000;
const never = new AbortController().signal;

let timers: TestTimers;
beforeEach(() => {
  timers = testTimers();
});

/** One database for several processes. Bookings of a bucket follow one another. */
function world(more: { remaining?: number; maxConcurrency?: number; fails?: number } = {}) {
  const freeAt = new Map<number, number>();
  const state = { remaining: more.remaining ?? 1000, fails: more.fails ?? 0, booked: [] as number[] };
  const info = async () => ({
    url: 'wss://gateway.example',
    shards: 1,
    identifies: { total: 1000, remaining: state.remaining, resetAfterMs: 20_000 },
    maxConcurrency: more.maxConcurrency ?? 1,
  });
  const book = async (bucket: number, everyMs: number): Promise<number> => {
    if (state.fails-- > 0) throw new Error('the database is away');
    state.booked.push(bucket);
    const at = Math.max(freeAt.get(bucket) ?? 0, timers.nowMs());
    freeAt.set(bucket, at + everyMs);
    return at - timers.nowMs();
  };
  const process = () => createIdentifyThrottler({ info, book, everyMs: EVERY_MS, timers, log: silentLog });
  return { state, process };
}

/** Returns when each of these may identify, in seconds. */
async function timesOf(waits: readonly (Promise<void> | undefined)[], ms = 60_000): Promise<number[]> {
  const start = timers.nowMs();
  const times: number[] = [];
  for (const wait of waits) void wait?.then(() => times.push(Math.round((timers.nowMs() - start) / 1000)));
  await timers.pass(ms);
  return times;
}

test('shards of two processes identify one after the other in a bucket, and side by side in different ones', async () => {
  const { process } = world({ maxConcurrency: 2 });
  const [one, other] = [process(), process()];
  const waits = [
    one.waitForIdentify(0, never),
    other.waitForIdentify(2, never),
    one.waitForIdentify(4, never),
    one.waitForIdentify(1, never),
  ];
  expect((await timesOf(waits)).toSorted((a, b) => a - b)).toEqual([0, 0, 5, 10]);
});

test('a process books one moment of a bucket at a time, so that its death wastes one', async () => {
  const { state, process } = world();
  const mine = process();
  for (const shardId of [0, 1, 2, 3]) void mine.waitForIdentify(shardId, never);
  await timers.pass(0);
  expect(state.booked.length).toBeLessThanOrEqual(2);
});

test('the last identifies of a day stay untouched', async () => {
  const { state, process } = world({ remaining: 5 });
  const wait = process().waitForIdentify(0, never);
  timers.after(30_000, () => (state.remaining = 1000));
  expect(await timesOf([wait], 90_000)).toEqual([40]);
});

test('a database that is away for a moment costs a moment', async () => {
  expect(await timesOf([world({ fails: 2 }).process().waitForIdentify(0, never)])).toEqual([4]);
});

test('a shard whose sessions end again and again waits longer each time', async () => {
  const mine = world().process();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(...(await timesOf([mine.waitForIdentify(0, never)])));
  expect(times).toEqual([0, 0, 10, 20, 40]);
});

test('an identify that was given up while it waited does not count', async () => {
  const mine = world().process();
  await timesOf([mine.waitForIdentify(1, never)], 0);
  for (let round = 0; round < 4; round += 1) {
    const stopping = new AbortController();
    const wait = mine.waitForIdentify(0, stopping.signal).catch(() => {});
    await timers.pass(0);
    stopping.abort(new Error('given away'));
    await wait;
  }
  await timers.pass(60_000);
  expect(await timesOf([mine.waitForIdentify(0, never)])).toEqual([0]);
});
