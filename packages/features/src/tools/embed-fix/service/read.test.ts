import { type Ctx, type LinkedPage, minutes, silentLog, systemTimers, UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { beforeEach, expect, test } from 'vitest';
import { readPage } from './read.ts';

/** A simulated Kick that never answers, and a clock that the test moves. */
const link = { kind: 'channel', channel: 'xqc' } as const;
const page = { kind: 'channel', title: 'First light' } as LinkedPage;
let now: number;
let asked: number;
let answer: () => Promise<LinkedPage | null>;
let ctx: Ctx;

beforeEach(() => {
  [now, asked] = [Date.parse('2026-11-24T12:00:00Z'), 0];
  const kept = new Map<string, unknown>();
  answer = async () => page;
  ctx = {
    clock: { now: () => new Date(now) },
    timers: {
      ...systemTimers,
      within: async (_ms: number, work: Promise<unknown>) => await Promise.race([work, soon()]),
    },
    log: silentLog,
    cache: {
      async get(key: string, _ttl: number, load: () => Promise<unknown>) {
        if (!kept.has(key)) kept.set(key, await load());
        return kept.get(key);
      },
      peek: (key: string) => kept.get(key),
    },
    platforms: fakePlatforms({
      kick: {
        pages: {
          async readPage() {
            asked += 1;
            return await answer();
          },
        },
      },
    }),
  } as never;
});
const soon = () => new Promise<undefined>((resolve) => void setImmediate(() => resolve(undefined)));
const hangs = () => new Promise<never>(() => undefined);

test('shows the former page when the answer is late, and nothing after minutes', async () => {
  expect(await readPage(ctx, link)).toBe(page);
  answer = hangs;
  now += minutes(3);
  expect(await readPage(ctx, link)).toBe(page);
  now += minutes(10);
  expect(await readPage(ctx, link)).toBe('silent');
});

test('loads a page at most once a minute, even a missing one', async () => {
  answer = async () => null;
  expect([await readPage(ctx, link), await readPage(ctx, link)]).toEqual(['unknown', 'unknown']);
  expect(asked).toBe(1);
  now += minutes(1);
  await readPage(ctx, link);
  expect(asked).toBe(2);
});

test('when calls to Kick are used up, shows known pages and nothing else', async () => {
  await readPage(ctx, link);
  answer = () => Promise.reject(new UpstreamError({ world: 'kick', kind: 'limited', message: 'used up' }));
  now += minutes(1);
  expect(await readPage(ctx, link)).toBe(page);
  expect(await readPage(ctx, { ...link, channel: 'made-up' })).toBe('silent');
});
