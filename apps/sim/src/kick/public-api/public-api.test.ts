import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pick, pickList, startTestKick, type TestKick } from '../test-world.ts';

let kick: TestKick;
let token: string;

beforeAll(async () => {
  kick = await startTestKick();
  token = await kick.appToken();
});
afterAll(() => kick.close());

const v1 = '/api/public/v1';
const many = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}=${index + 1}`).join('&');

describe('channels', () => {
  test('are found by slug and by id', async () => {
    const bySlug = await kick.get(`${v1}/channels?slug=xqc&slug=lumi-vale`, token);
    expect(bySlug.json).toMatchObject({
      message: 'OK',
      data: [{ slug: 'xqc', broadcaster_user_id: 676 }, { slug: 'lumi-vale' }],
    });
    const byId = await kick.get(`${v1}/channels?broadcaster_user_id=676`, token);
    expect(byId.json).toMatchObject({ data: [{ slug: 'xqc', stream: { is_live: false } }] });
  });

  test('are limited to 50, are never mixed, and need a token', async () => {
    expect((await kick.get(`${v1}/channels?${many('broadcaster_user_id', 50)}`, token)).status).toBe(200);
    expect((await kick.get(`${v1}/channels?${many('broadcaster_user_id', 51)}`, token)).status).toBe(400);
    expect((await kick.get(`${v1}/channels?slug=xqc&broadcaster_user_id=676`, token)).status).toBe(400);
    expect((await kick.get(`${v1}/channels?slug=${'x'.repeat(26)}`, token)).status).toBe(400);
    expect((await kick.get(`${v1}/channels?slug=xqc`)).json).toStrictEqual({ data: {}, message: 'Unauthorized' });
  });
});

describe('livestreams', () => {
  test('contain only people who are live', async () => {
    const path = `${v1}/users/livestreams?user_id=676&user_id=20118`;
    expect((await kick.get(path, token)).json).toMatchObject({ data: [] });
    kick.control('go-live', { who: 'xqc', title: 'Hello', viewers: 42 });
    const { json } = await kick.get(path, token);
    expect(pickList(json, 'data')).toHaveLength(1);
    expect(json).toMatchObject({
      data: [{ title: 'Hello', viewer_count: 42, channel: { slug: 'xqc' }, broadcaster_user: { id: 676 } }],
    });
    kick.control('end', { who: 'xqc' });
    expect((await kick.get(path, token)).json).toMatchObject({ data: [] });
  });

  test('accept at most 100 people', async () => {
    expect((await kick.get(`${v1}/users/livestreams?${many('user_id', 100)}`, token)).status).toBe(200);
    expect((await kick.get(`${v1}/users/livestreams?${many('user_id', 101)}`, token)).status).toBe(400);
  });

  test('of all channels come in pages, oldest first', async () => {
    for (const who of ['nordwind', 'kettlecorn', 'ridgewalker']) {
      kick.control('go-live', { who });
      kick.clock.advance(60_000);
    }
    const first = await kick.get('/api/public/v2/livestreams?limit=2', token);
    expect(first.json).toMatchObject({
      data: [{ channel: { slug: 'nordwind' } }, { channel: { slug: 'kettlecorn' } }],
    });
    const cursor = pick(first.json, 'pagination', 'next_cursor');
    const second = await kick.get(`/api/public/v2/livestreams?limit=2&cursor=${cursor}`, token);
    expect(second.json).toMatchObject({
      data: [{ channel: { slug: 'ridgewalker' } }],
      pagination: { next_cursor: '' },
    });
    expect(pickList((await kick.get('/api/public/v2/livestreams?language_code=de', token)).json, 'data')).toHaveLength(
      1,
    );
    expect((await kick.get(`${v1}/livestreams/stats`, token)).json).toMatchObject({ data: { total_count: 3 } });
    for (const who of ['nordwind', 'kettlecorn', 'ridgewalker']) kick.control('end', { who });
  });

  test('a dropped stream disappears and returns with the same start', async () => {
    kick.control('go-live', { who: 'xqc' });
    const path = `${v1}/users/livestreams?user_id=676`;
    const before = await kick.get(path, token);
    kick.control('drop', { who: 'xqc', minutes: 4, returnsAs: 'same stream' });
    expect((await kick.get(path, token)).json).toMatchObject({ data: [] });
    kick.clock.advance(4 * 60_000);
    await expect.poll(async () => pickList((await kick.get(path, token)).json, 'data').length).toBe(1);
    const after = await kick.get(path, token);
    expect(after.json).toMatchObject({ data: [{ id: pick(before.json, 'data', 0, 'id') }] });
    kick.control('end', { who: 'xqc' });
  });
});

describe('calls that only the channel itself may make', () => {
  test('changes title, category and tags, and all clients receive it', async () => {
    const own = await kick.userToken('xqc', 'channel:read channel:write');
    const change = (json: unknown, by = own) => kick.send('PATCH', `${v1}/channels`, { token: by, json });
    expect((await change({ stream_title: 'By hand', category_id: 15, custom_tags: ['live'] })).status).toBe(204);
    expect((await kick.get(`${v1}/channels?slug=xqc`, token)).json).toMatchObject({
      data: [{ stream_title: 'By hand', category: { id: 15 }, stream: { custom_tags: ['live'] } }],
    });
    expect((await change({ category_id: 999_999 })).status).toBe(400);
    expect((await change({ custom_tags: Array.from({ length: 11 }, String) })).status).toBe(400);
    expect((await change({ stream_title: 'x' }, token)).status).toBe(403);
    expect((await change({ stream_title: 'x' }, await kick.userToken('xqc', 'channel:read'))).status).toBe(403);
  });

  test('reads who gave KICKs, the largest giver first', async () => {
    kick.control('kicks', { who: 'xqc', by: 'nordwind', amount: 100 });
    kick.clock.advance(8 * 86_400_000);
    kick.control('kicks', { who: 'xqc', by: 'lumi-vale', amount: 30 });
    const own = await kick.userToken('xqc', 'kicks:read');
    const { json } = await kick.get(`${v1}/kicks/leaderboard?top=5`, own);
    expect(json).toMatchObject({
      data: {
        lifetime: [
          { rank: 1, gifted_amount: 100 },
          { rank: 2, gifted_amount: 30 },
        ],
        week: [{ rank: 1, gifted_amount: 30 }],
      },
    });
    token = await kick.appToken();
    expect((await kick.get(`${v1}/kicks/leaderboard`, token)).status).toBe(403);
  });
});

test('the picture behind a thumbnail changes with time, its address does not', async () => {
  kick.control('go-live', { who: 'xqc' });
  const read = async (): Promise<{ url: string; bytes: Buffer }> => {
    const { json } = await kick.get(`${v1}/users/livestreams?user_id=676`, token);
    const url = pick(json, 'data', 0, 'thumbnail');
    return { url, bytes: Buffer.from(await (await fetch(url)).arrayBuffer()) };
  };
  const before = await read();
  expect(before.bytes.subarray(1, 4).toString()).toBe('PNG');
  kick.clock.advance(3 * 60_000);
  const after = await read();
  expect(after.url).toBe(before.url);
  expect(after.bytes.equals(before.bytes)).toBe(false);
  kick.control('end', { who: 'xqc' });
});

describe('trouble', () => {
  test('an outage, a limit and a block page each affect their own calls, and end', async () => {
    kick.control('trouble', { kind: 'outage', minutes: 1 });
    expect((await kick.get(`${v1}/channels?slug=xqc`, token)).status).toBe(503);
    kick.control('calm');
    kick.control('trouble', { kind: 'limit', minutes: 1 });
    const limited = await kick.get(`${v1}/channels?slug=xqc`, token);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50);
    kick.control('calm');
    kick.control('trouble', { kind: 'block', minutes: 1 });
    expect((await kick.get('/site/api/v2/channels/xqc')).status).toBe(403);
    expect((await kick.get(`${v1}/channels?slug=xqc`, token)).status).toBe(200);
    kick.clock.advance(61_000);
    expect((await kick.get('/site/api/v2/channels/xqc')).status).toBe(200);
  });

  test('a call that Kick does not have is 501 and remembered', async () => {
    expect((await kick.get(`${v1}/clips`, token)).status).toBe(501);
    expect(kick.unknown).toContain('GET /api/public/v1/clips');
  });
});

test('the site shows clips, recordings and emotes', async () => {
  const channel = await kick.get('/site/api/v2/channels/lumi-vale');
  expect(channel.json).toMatchObject({ slug: 'lumi-vale', user: { username: 'Lumi_Vale' }, livestream: null });
  kick.control('clip', { who: 'lumi-vale', by: 'late-latency', title: 'New one' });
  const clips = await kick.get('/site/api/v2/channels/lumi-vale/clips?cursor=0&sort=date&time=all');
  expect(clips.json).toMatchObject({ clips: [{ title: 'New one' }, {}, {}], nextCursor: null });
  const videos = await kick.get('/site/api/v2/channels/lumi-vale/videos');
  expect(videos.json).toHaveLength(3);
  const emotes = await kick.get('/site/emotes/lumi-vale');
  expect(emotes.json).toMatchObject([
    { slug: 'lumi-vale', emotes: [{ name: 'lumiHum', subscribers_only: false }, {}, {}] },
    { id: 'Global' },
    { id: 'Emoji' },
  ]);
  const file = `${kick.url}/kick/files/emotes/201180/fullsize`;
  expect((await fetch(file)).status).toBe(403);
  expect((await fetch(file, { headers: { referer: 'https://kick.com/' } })).headers.get('content-type')).toBe(
    'image/png',
  );
});

test('an emote is a PNG, a still or animated GIF, a WebP or a large file, and no list says which', async () => {
  const made = kick.control('emotes', { who: 'xqc', name: 'Many', count: 2, picture: 'still-gif' });
  const kinds = async (ids: readonly string[]) =>
    await Promise.all(
      ids.map(async (id) => {
        const answer = await fetch(`${kick.url}/kick/files/emotes/${id}/fullsize`, {
          headers: { referer: 'https://kick.com/xqc' },
        });
        return [answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength > 250_000];
      }),
    );
  expect(await kinds(['6760', '6761', '6762', '6763', pick(made, 'ids', 0)])).toEqual([
    ['image/png', false],
    ['image/gif', false],
    ['image/gif', true],
    ['image/webp', false],
    ['image/gif', false],
  ]);
  const sets = await kick.get('/site/emotes/xqc');
  expect(pick(sets.json, 0, 'emotes', 5, 'name')).toBe('Many2');
});
