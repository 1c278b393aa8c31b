/** These tests use third-party libraries for the real services, unmodified: only the hosts are redirected to us. */
import { createRequire } from 'node:module';
import { EmoteFetcher } from '@mkody/twitch-emoticons';
import type { AxiosStatic } from 'axios';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { startTestPlatform, type TestPlatform } from '../platform/test-world.ts';
import { emotes } from './definition.ts';

/** The library uses this global instance, at fixed hosts. An import would return another copy. */
const axios = createRequire(import.meta.url)('axios') as AxiosStatic;
let sim: TestPlatform;
let intercepted: number;
const xqc = 71_092_938;

beforeAll(async () => {
  sim = await startTestPlatform(emotes, { clock: createClock(), receive: (_req, res) => void res.end() });
  intercepted = axios.interceptors.request.use((config) => ({ ...config, url: ours(String(config.url)) }));
});
afterEach(() => {
  for (const source of ['7tv', 'bttv', 'ffz']) sim.control('away', { source, isAway: false });
});
afterAll(async () => {
  axios.interceptors.request.eject(intercepted);
  await sim.close();
});

const doors: Readonly<Record<string, string>> = {
  '7tv.io': '7tv',
  'cdn.7tv.app': '7tv-cdn',
  'api.betterttv.net': 'bttv',
  'cdn.betterttv.net': 'bttv-cdn',
  'api.frankerfacez.com': 'ffz',
  'cdn.frankerfacez.com': 'ffz-cdn',
};
function ours(address: string): string {
  const { hostname, pathname, search } = new URL(address);
  const door = doors[hostname];
  if (!door) throw new Error(`nobody may ask ${hostname}`);
  return `${sim.url}/emotes/${door}${pathname}${search}`;
}
const fetched = (list: ReadonlyMap<string, { code: string; animated?: boolean }>) =>
  [...list.values()].map(({ code, animated }) => [code, animated]);

it('@mkody/twitch-emoticons reads the lists of a channel and of everybody', async () => {
  const of = () => new EmoteFetcher();
  expect(fetched(await of().fetchSevenTVEmotes(xqc))).toEqual([
    ['catLamp', true],
    ['peepoLamp', false],
    ['RainOver', true],
  ]);
  expect(fetched(await of().fetchBTTVEmotes(xqc))).toEqual([
    ['lampJam', true],
    ['lampSip', false],
  ]);
  expect(fetched(await of().fetchFFZEmotes(xqc))).toEqual([
    ['LampWide', false],
    ['LampSpin', true],
  ]);
  expect(fetched(await of().fetchSevenTVEmotes())).toEqual([['EZ', false]]);
  expect(fetched(await of().fetchBTTVEmotes())).toEqual([[':tf:', false]]);
  expect(fetched(await of().fetchFFZEmotes()).map(([name]) => name)).toEqual(['ffzX', 'LilZ']);
});

it('its addresses lead to pictures', async () => {
  const fetcher = new EmoteFetcher();
  const lists = [
    await fetcher.fetchSevenTVEmotes(xqc),
    await fetcher.fetchBTTVEmotes(xqc),
    await fetcher.fetchFFZEmotes(xqc),
  ];
  const links = lists.flatMap((list) => [...list.values()].map((emote) => emote.toLink(0)));
  const shown = await Promise.all(
    links.map(async (link) => {
      const { format, pages = 1 } = await sharp(await (await fetch(ours(link))).arrayBuffer()).metadata();
      return [format, pages];
    }),
  );
  expect(shown).toEqual([
    ['webp', 8],
    ['webp', 1],
    ['webp', 8],
    ['webp', 8],
    ['webp', 1],
    ['png', 1],
    ['webp', 8],
  ]);
});

it('answers as the real ones do where there is nothing, and where one of them is away', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(`${sim.url}/emotes/${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask('bttv/3/cached/users/twitch/1')).toEqual({ status: 404, text: '{"message":"user not found"}' });
  expect(JSON.parse((await ask('7tv/v3/users/twitch/37402112')).text)).toMatchObject({ emote_set: null });
  sim.control('away', { source: 'bttv', isAway: true });
  expect((await ask('bttv/3/cached/users/twitch/71092938')).status).toBe(503);
  expect((await ask('bttv-cdn/emote/555555555555555555555551/3x')).status).toBe(503);
  expect((await ask('ffz/v1/room/id/71092938')).status).toBe(200);
});
