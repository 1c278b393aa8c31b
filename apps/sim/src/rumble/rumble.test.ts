import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock, type SimClock } from '../clock.ts';
import { pick, pickList, type Reply, replyOf, startTestPlatform, type TestPlatform } from '../platform/test-world.ts';
import { rumble as definition } from './definition.ts';

const who = 'c/harborradio';
let rumble: TestPlatform;
let clock: SimClock;

beforeEach(async () => {
  const start = new Date('2026-11-21T18:00:00Z');
  clock = createClock({ now: () => start });
  rumble = await startTestPlatform(definition, { clock, receive: (_req, res) => void res.end() });
});
afterEach(() => rumble.close());

const get = async (path: string): Promise<Reply> => await replyOf(await fetch(`${rumble.url}/rumble/site${path}`));
/** Returns every list on a page, as a program would find them. */
async function lists(path: string): Promise<Record<string, unknown>[][]> {
  const { text } = await get(path);
  return [...text.matchAll(/<script type="application\/json">(.*?)<\/script>/g)].map(
    ([, json]) => pickList(JSON.parse(json as string), 'items') as Record<string, unknown>[],
  );
}
const embed = async (id: string) => (await get(`/embedJS/u3/?request=video&ver=2&v=${id}`)).json;
const goLive = (more: object = {}) => rumble.control('go-live', { who, ...more });
const keyPath = (name = 'api-url') => {
  const { pathname, search } = new URL(pick(rumble.control(name, { who }), 'url'));
  return pathname.replace('/rumble/site', '') + search;
};

describe('pages', () => {
  test('a listing contains several lists, one of them about other channels', async () => {
    goLive({ title: 'Now </script> here' });
    const [onAir, videos, shorts, others] = await lists('/c/HarborRadio');
    expect(onAir).toMatchObject([{ title: 'Now </script> here', watching_now: 2_685, is_short: false }]);
    expect(videos).toHaveLength(3);
    expect(shorts).toMatchObject([{ is_short: true, live_datetime: null }]);
    expect(others?.every(({ by }) => pick(by, 'url') !== 'https://rumble.com/c/HarborRadio')).toBe(true);
  });

  test('users and channels are two namespaces, in any case', async () => {
    const [one, two] = [await get('/c/QuietPines'), await get('/user/quietpines')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.text).toContain('Quiet Pines');
    expect(two.text).not.toContain('Quiet Pines</h1>');
    expect((await get('/c/tinkerbarn')).status).toBe(404);
    expect((await get('/c/c-546523/videos')).status).toBe(200);
  });

  test('the player has another id than the page; oEmbed and the page contain it', async () => {
    const live = goLive();
    const url = encodeURIComponent(`https://rumble.com${pick(live, 'path')}`);
    const id = pick(live, 'embed_id');
    expect(pick((await get(`/api/Media/oembed.json?url=${url}`)).json, 'html')).toContain(`/embed/${id}/`);
    expect((await get(pick(live, 'path'))).text).toContain(`Rumble("play",{"video":"${id}"`);
    expect(pick(live, 'path')).not.toContain(id);
  });

  test('answers an unknown call with 501', async () => {
    expect((await get('/browse')).status).toBe(501);
    expect((await get('/a/b/c')).status).toBe(501);
    expect(rumble.unknown).toEqual(['GET /site/a/b/c']);
  });
});

describe('a stream', () => {
  test('is planned, live, dropped, live again and over', async () => {
    const id = pick(rumble.control('schedule', { who, title: 'Later', minutes: 10 }), 'embed_id');
    expect(await embed(id)).toMatchObject({ live: 1, livestream_has_dvr: true });
    expect(pick(goLive(), 'embed_id')).toBe(id);
    expect(await embed(id)).toMatchObject({ live: 2, title: 'Later' });
    rumble.control('change-title', { who, title: 'Q & A' });
    expect(await embed(id)).toMatchObject({ title: 'Q &#38; A' });
    rumble.control('drop', { who, minutes: 3 });
    expect(await embed(id)).toMatchObject({ live: 1, livestream_has_dvr: false });
    clock.advance(181_000);
    await expect.poll(() => embed(id)).toMatchObject({ live: 2 });
    rumble.control('end', { who });
    expect(await embed(id)).toMatchObject({ live: 0, livestream_has_dvr: true, duration: 181 });
  });

  test('an upload was never live', async () => {
    const id = pick(rumble.control('upload', { who }), 'embed_id');
    expect(await embed(id)).toMatchObject({ live: 0, livestream_has_dvr: null });
  });
});

describe("the creator's own address", () => {
  test('lists streams, also ended ones, with the key to broadcast', async () => {
    goLive({ viewers: 77 });
    const { json } = await get(keyPath());
    expect(json).toMatchObject({ type: 'channel', username: 'dockhand', channel_name: 'Harbor Radio' });
    const [live, past] = pickList(json, 'livestreams');
    expect(live).toMatchObject({ is_live: true, watching_now: 77, categories: { primary: { title: 'News' } } });
    expect(pick(live, 'stream_key')).toMatch(/^r-/);
    expect(past).toMatchObject({ is_live: false });
  });

  test('dies with a new key', async () => {
    const old = keyPath();
    const fresh = keyPath('roll-key');
    expect((await get(fresh)).status).toBe(200);
    const { status, json } = await get(old);
    expect([status, pick(json, 'errors', 0, 'code')]).toEqual([403, '403']);
  });
});

describe('trouble', () => {
  test.each([
    ['block', 403, 'Just a moment'],
    ['outage', 503, '503'],
    ['layout', 200, '"feed"'],
    ['old layout', 200, 'video-item--title'],
    ['empty', 200, '{"items":[]}'],
  ])('%s', async (kind, status, text) => {
    rumble.control('trouble', { kind, minutes: 1 });
    const answer = await get('/c/HarborRadio');
    expect([answer.status, answer.text.includes(text)]).toEqual([status, true]);
    clock.advance(61_000);
    expect((await lists('/c/HarborRadio')).length).toBe(4);
  });

  test('slow', async () => {
    rumble.control('trouble', { kind: 'slow', minutes: 5 });
    let isThere = false;
    const answer = get('/c/HarborRadio').then((reply) => {
      isThere = true;
      return reply;
    });
    await expect.poll(() => isThere).toBe(false);
    // The call must be on its way before time moves.
    await expect
      .poll(() => {
        clock.advance(31_000);
        return isThere;
      })
      .toBe(true);
    expect((await answer).status).toBe(200);
  });
});

test('a new address leaves nothing at the old one', async () => {
  expect(rumble.control('rename', { who, name: 'Harbour', slug: 'harbour' })).toEqual({ who: 'c/harbour' });
  expect((await get('/c/harborradio')).status).toBe(404);
  expect((await get('/c/harbour')).text).toContain('Harbour');
});

test('the panel shows all creators, and no key is in the summary', () => {
  const summary = JSON.stringify(rumble.summary());
  expect(pick(rumble.summary(), 'panel', 'subjects', 11, 'id')).toBe('user/two_left_feet');
  expect(summary).not.toContain(new URLSearchParams(keyPath().split('?')[1]).get('key'));
});
