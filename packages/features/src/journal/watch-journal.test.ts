import type { JournalChanged, ServerId } from '@tally/contract';
import type { Database } from '@tally/infra/db';
import { createSignals } from '@tally/infra/signal';
import { type Ctx, systemRandom, systemTimers } from '@tally/kernel';
import { testClock } from '@tally/tests/context';
import { afterEach, expect, it, vi } from 'vitest';
import { watchJournal } from './service/watch-journal.ts';

const home = '900000000000000001' as ServerId;
const other = '900000000000000002' as ServerId;

const leaving: AbortController[] = [];
afterEach(() => {
  for (const each of leaving.splice(0)) each.abort();
});

/** Simulates a process that receives notifications. Its database throws on every query. */
function processOf(isAway = () => false) {
  const clock = testClock();
  const lines = new Set<{ hear: (call: string) => void; onGap: (() => void) | undefined }>();
  const listen: Database['listen'] = async (_channel, hear, onGap) => {
    if (isAway()) throw new Error('the database is away');
    lines.add({ hear, onGap });
    return async () => {};
  };
  const ctx = {
    clock,
    timers: systemTimers,
    signals: createSignals({ clock, random: systemRandom, listen }),
    get db(): never {
      throw new Error('an open page asks nothing');
    },
  } as unknown as Ctx;
  return {
    ctx,
    clock,
    lines,
    callOut: (call: string) => lines.forEach(({ hear }) => hear(call)),
    gap: () => lines.forEach(({ onGap }) => onGap?.()),
    /** Opens a page and collects the notifications that it receives. */
    watch(serverId = home) {
      const told: JournalChanged[] = [];
      const left = new AbortController();
      leaving.push(left);
      const over = (async () => {
        for await (const event of watchJournal(ctx, serverId, left.signal)) told.push(event);
      })();
      return { told, over, leave: () => left.abort() };
    },
  };
}

/** Creates a process that has been listening for longer than a page takes to load. */
async function settled() {
  const here = processOf();
  const first = here.watch();
  await vi.waitFor(() => expect(first.told).toHaveLength(1));
  first.leave();
  await first.over;
  here.clock.move(31_000);
  return here;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('one notification reaches every page of that server, and no other', async () => {
  const here = await settled();
  const [one, two, elsewhere] = [here.watch(), here.watch(), here.watch(other)];
  await turn();
  here.callOut(`notifications 123 ${home}`);
  await vi.waitFor(() => expect([one.told, two.told]).toEqual([[{ changed: true }], [{ changed: true }]]));
  expect(elsewhere.told).toEqual([]);
  expect(here.lines.size, 'one listener for all of them').toBe(1);
});

it('a burst is reported twice: at once, and when it is over', async () => {
  const here = await settled();
  const page = here.watch();
  await turn();
  const since = performance.now();
  for (let count = 0; count < 200; count += 1) {
    here.callOut(`creators ${home}`);
    await turn();
  }
  expect(page.told).toHaveLength(1);
  await vi.waitFor(() => expect(page.told).toHaveLength(2), { timeout: 30_000 });
  expect(performance.now() - since).toBeGreaterThanOrEqual(990);
});

it('greetings, stickies and the like are no news for it', async () => {
  const here = await settled();
  const page = here.watch();
  await turn();
  here.callOut(`welcome-leave ${home}`);
  here.callOut(`sticky-message ${home}`);
  here.callOut('');
  await turn();
  expect(page.told).toEqual([]);
});

it('changes while the page was loading arrive as it begins to listen', async () => {
  const here = await settled();
  here.callOut(`notifications ${home}`);
  here.clock.move(29_000);
  const [page, elsewhere] = [here.watch(), here.watch(other)];
  await vi.waitFor(() => expect(page.told).toHaveLength(1));
  here.clock.move(2_000);
  const late = here.watch();
  await turn();
  expect([late.told, elsewhere.told]).toEqual([[], []]);
});

it('after the connection to the database was away, everyone gets an update, including new listeners', async () => {
  const here = await settled();
  const [page, elsewhere] = [here.watch(), here.watch(other)];
  await turn();
  here.gap();
  await vi.waitFor(() => expect([page.told.length, elsewhere.told.length]).toEqual([1, 1]));
  const next = here.watch();
  await vi.waitFor(() => expect(next.told).toHaveLength(1));
});

it('a page that closes is forgotten, also during a wait', async () => {
  const here = await settled();
  const page = here.watch();
  await turn();
  page.leave();
  await page.over;
  here.callOut(`notifications ${home}`);
  await turn();
  expect(page.told).toEqual([]);
});

it('where the database could not be listened to, the next page tries again', async () => {
  let isAway = true;
  const here = processOf(() => isAway);
  await expect(here.watch().over).rejects.toThrow('away');
  isAway = false;
  const page = here.watch();
  await vi.waitFor(() => expect(page.told).toHaveLength(1));
});
