import { systemRandom } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { expect, it } from 'vitest';
import { createWake, type Route, type Wake } from './wake.ts';

const { signal } = new AbortController();
const FOREVER = 60_000;

/** Returns which waits a call wakes. Two wait for any call, and two for news. */
async function wokenBy(wake: Wake, call: () => void): Promise<string[]> {
  const woken: string[] = [];
  const ends = new AbortController();
  const waits = (['bot', 'webhook'] as const).flatMap((route: Route) =>
    (['room', 'news'] as const).map(async (least) => {
      await wake.untilCalled(FOREVER, { route, least, signal: ends.signal });
      if (!ends.signal.aborted) woken.push(`${route} ${least}`);
    }),
  );
  call();
  await Promise.resolve();
  ends.abort();
  await Promise.all(waits);
  return woken;
}

it('new work wakes the senders that can claim it', async () => {
  const wake = createWake(testTimers(), systemRandom);
  const everybody = ['bot room', 'bot news', 'webhook room', 'webhook news'];
  expect(await wokenBy(wake, wake.senders)).toEqual(everybody);
  expect(await wokenBy(wake, () => wake.sendersOf(new Set(['bot'])))).toEqual(['bot room', 'bot news']);
  expect(await wokenBy(wake, () => wake.sendersOf(new Set(['webhook'])))).toEqual(['webhook room', 'webhook news']);
  expect(await wokenBy(wake, () => wake.sendersOf(new Set(['either'])))).toEqual(everybody);
  expect(await wokenBy(wake, () => wake.sendersOf(new Set()))).toEqual([]);
});

it('free room is not news, and a house ignores its own notifications', async () => {
  const wake = createWake(testTimers(), systemRandom);
  expect(await wokenBy(wake, wake.forRoom)).toEqual(['bot room', 'webhook room']);
  expect(await wokenBy(wake, () => wake.hear(wake.caller))).toEqual([]);
});

it('two houses in one process reach each other only through the database', async () => {
  const [wake, other] = [createWake(testTimers(), systemRandom), createWake(testTimers(), systemRandom)];
  expect(await wokenBy(wake, other.senders)).toEqual([]);
  expect(await wokenBy(wake, other.forRoom)).toEqual([]);
  expect(wake.mark('bot')).toEqual(createWake(testTimers(), systemRandom).mark('bot'));
  expect(await wokenBy(wake, () => wake.hear(other.caller))).toHaveLength(4);
  expect(await wokenBy(wake, () => wake.hear(`${other.caller} bot`))).toEqual(['bot room', 'bot news']);
  expect(await wokenBy(wake, () => wake.hear(`${other.caller} either webhook`))).toHaveLength(4);
});

it('a call during a check is not missed', async () => {
  const wake = createWake(testTimers(), systemRandom);
  const mark = wake.mark('bot');
  wake.sendersOf(new Set(['webhook']));
  expect(wake.mark('bot')).toEqual(mark);
  wake.forRoom();
  await wake.untilCalled(FOREVER, { route: 'bot', signal, mark });
  wake.sendersOf(new Set(['bot']));
  await wake.untilCalled(FOREVER, { route: 'bot', signal, mark, least: 'news' });
});
