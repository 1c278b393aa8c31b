import { silentLog, systemClock } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { enterSafeMode, followSafeMode, isCrashLoop, leaveSafeMode, noteEnd } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

const worker = { ROLE: 'worker', API_PORT: 4001 } as const;
const starts = async (count: number, about: Parameters<typeof isCrashLoop>[1] = worker) => {
  const found: boolean[] = [];
  for (let start = 0; start < count; start += 1) found.push(await isCrashLoop(database.db, about));
  return found;
};

it('three ends in five minutes that were not asked for are a crash loop', async () => {
  expect(await starts(3)).toEqual([false, false, false]);
  expect(await starts(1, { ...worker, API_PORT: 4002 }), 'another process').toEqual([false]);
  expect(await starts(1)).toEqual([true]);
});

it('an orderly end, or five minutes, forget the crashes', async () => {
  await starts(2);
  await noteEnd(database.db, worker);
  expect(await starts(3)).toEqual([false, false, false]);
  await database.db.execute(`update process_starts set started_at = now() - interval '5 minutes 1 second'`);
  expect(await starts(1)).toEqual([false]);
});

it('every process learns that safe mode began, why, and that it is over', async () => {
  const door = await followSafeMode({ ...database, clock: systemClock, log: silentLog });
  const begun = vi.fn<() => void>();
  door.onBegin(begun);
  const now = new Date('2026-01-15T12:00:00.000Z');
  await enterSafeMode(database.db, 'restored', now);
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce());
  await enterSafeMode(database.db, 'crashes', now);
  expect(door.current).toEqual({ reason: 'restored', since: now });
  const off = door.whenOff(new AbortController().signal);
  expect(await door.whenOff(AbortSignal.abort())).toBe(false);
  await leaveSafeMode(database.db, now);
  expect(await off).toBe(true);
  expect([door.current, door.forgetBefore]).toEqual([null, now]);
  await door.close();
});
