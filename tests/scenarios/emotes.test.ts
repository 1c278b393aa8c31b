import { contract } from '@tally/contract';
import { readEmoteAddress } from '@tally/platforms/emote-address';
import { type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fetchEmote } from '../../packages/features/src/tools/emotes/index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
beforeEach(() => api.reset());
afterAll(() => api.close());

interface Listed {
  username: string;
  sets: {
    name: string;
    of: string;
    isUnavailable: boolean;
    emotes: { name: string; animated: boolean; subOnly: boolean; url: string }[];
  }[];
}
const act = (world: 'kick' | 'twitch' | 'emotes', action: string, body: object) =>
  api.sim.worlds.get(world)?.controls[action]?.(body);
const ask = async (platform: 'kick' | 'twitch', username: string) =>
  await api.call(contract.emotes.listEmotes, { params: { platform, username } });
const list = async (platform: 'kick' | 'twitch', username: string) =>
  (await ask(platform, username)).json.data as Listed;
const shown = ({ sets }: Listed) =>
  sets.map(({ name, isUnavailable, emotes }) => [name, isUnavailable ? 'away' : emotes.map((each) => each.name)]);

it('a channel of Twitch has its own emotes, those for subscribers, those of everybody and three others', async () => {
  const listed = await list('twitch', 'xqc');
  expect(listed.username).toBe('xQc');
  expect(shown(listed)).toEqual([
    ['Twitch channel', ['xqcL']],
    ['Twitch subscribers', ['xqcLook']],
    ['Twitch global', ['LampHello', 'LampGG', 'LampLaugh', 'LampDance']],
    ['7TV', ['catLamp', 'peepoLamp', 'RainOver']],
    ['7TV', ['EZ']],
    ['BetterTTV', ['lampJam', 'lampSip']],
    ['BetterTTV', [':tf:']],
    ['FrankerFaceZ', ['LampWide', 'LampSpin']],
    ['FrankerFaceZ', ['LilZ']],
  ]);
});

it('a channel of Kick has its own and those of 7TV, the only one that knows Kick', async () => {
  expect(shown(await list('kick', 'xqc'))).toEqual([
    ['Kick channel', ['Juicer']],
    ['Kick subscribers', ['OkayMan', 'TwoHours', 'Classic']],
    ['Kick global', ['kickHi', 'kickGG', 'kickHype']],
    ['Kick emojis', ['emojiHi', 'emojiGG', 'emojiHype']],
    ['7TV', ['catLamp', 'peepoLamp', 'RainOver']],
    ['7TV', ['EZ']],
  ]);
});

it('a channel that uses no other service has the platform’s emotes, and a missing channel is reported', async () => {
  expect(shown(await list('twitch', 'shroud')).map(([name]) => name)).toEqual([
    'Twitch channel',
    'Twitch global',
    '7TV',
    'BetterTTV',
    'FrankerFaceZ',
  ]);
  const nobody = await ask('kick', 'nobody-at-all');
  expect([nobody.status, nobody.json.code]).toEqual([404, 'noSuchChannel']);
});

it('every listed emote has a file, and the file decides its type', async () => {
  const all = [await list('twitch', 'xqc'), await list('kick', 'xqc')].flatMap(({ sets }) =>
    sets.flatMap(({ emotes }) => emotes),
  );
  const kinds = new Map<string, string>();
  for (const { name, url } of all) {
    const emote = readEmoteAddress(api.ctx.config, url);
    if (!emote) throw new Error(`${url} is the address of no emote`);
    const { type, isAnimated } = await fetchEmote(api.ctx, emote);
    kinds.set(name, `${type}${isAnimated ? ' moving' : ''}`);
  }
  expect(kinds.size).toBe(all.length - 4);
  expect(Object.fromEntries(kinds)).toMatchObject({
    xqcL: 'png',
    xqcLook: 'gif moving',
    catLamp: 'webp moving',
    lampJam: 'gif moving',
    LampWide: 'png',
    LampSpin: 'webp moving',
    Juicer: 'png',
    OkayMan: 'gif moving',
    Classic: 'webp',
  });
});

// Runs last, because the adapter stops calling a site for a while after an error page.
it('a source that is away is one empty tab, and no longer than it is away', async () => {
  act('emotes', 'away', { source: 'bttv', isAway: true });
  act('kick', 'trouble', { kind: 'block', minutes: 1 });
  expect(shown(await list('twitch', 'xqc')).filter(([, emotes]) => emotes === 'away')).toEqual([['BetterTTV', 'away']]);
  expect(shown(await list('kick', 'xqc'))[0]).toEqual(['Kick', 'away']);
  act('emotes', 'away', { source: 'bttv', isAway: false });
  expect(shown(await list('twitch', 'xqc')).filter(([, emotes]) => emotes === 'away')).toEqual([]);
});
