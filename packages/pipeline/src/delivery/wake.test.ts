import { expect, it } from 'vitest';
import {
  hearCall,
  ownCall,
  type Route,
  untilWoken,
  wakeForRoom,
  wakeMark,
  wakeSenders,
  wakeSendersOf,
} from './wake.ts';

const { signal } = new AbortController();
const FOREVER = 60_000;

/** Who was woken by what is done, of two that wait for anything and two that wait for news. */
async function wokenBy(call: () => void): Promise<string[]> {
  const woken: string[] = [];
  const ends = new AbortController();
  const waits = (['bot', 'webhook'] as const).flatMap((route: Route) =>
    (['room', 'news'] as const).map(async (least) => {
      await untilWoken(FOREVER, { route, least, signal: ends.signal });
      if (!ends.signal.aborted) woken.push(`${route} ${least}`);
    }),
  );
  call();
  await Promise.resolve();
  ends.abort();
  await Promise.all(waits);
  return woken;
}

it('who can take it is woken by something new', async () => {
  const everybody = ['bot room', 'bot news', 'webhook room', 'webhook news'];
  expect(await wokenBy(wakeSenders)).toEqual(everybody);
  expect(await wokenBy(() => wakeSendersOf(new Set(['bot'])))).toEqual(['bot room', 'bot news']);
  expect(await wokenBy(() => wakeSendersOf(new Set(['webhook'])))).toEqual(['webhook room', 'webhook news']);
  expect(await wokenBy(() => wakeSendersOf(new Set(['either'])))).toEqual(everybody);
  expect(await wokenBy(() => wakeSendersOf(new Set()))).toEqual([]);
});

it('room is no news, and what this process called out itself it has heard already', async () => {
  expect(await wokenBy(wakeForRoom)).toEqual(['bot room', 'webhook room']);
  expect(await wokenBy(() => hearCall(ownCall))).toEqual([]);
  expect(await wokenBy(() => hearCall('another process'))).toHaveLength(4);
});

it('what is called out while somebody looks is not slept through', async () => {
  const mark = wakeMark('bot');
  wakeSendersOf(new Set(['webhook']));
  expect(wakeMark('bot')).toEqual(mark);
  wakeForRoom();
  await untilWoken(FOREVER, { route: 'bot', signal, mark });
  wakeSendersOf(new Set(['bot']));
  await untilWoken(FOREVER, { route: 'bot', signal, mark, least: 'news' });
});
