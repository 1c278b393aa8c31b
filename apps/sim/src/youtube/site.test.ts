import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, startTestYoutube, type TestYoutube } from './test-world.ts';

const mkbhd = 'UCBJycsmduvYEL83R_U4JriQ';
let youtube: TestYoutube;

beforeEach(async () => {
  youtube = await startTestYoutube();
});
afterEach(() => youtube.close());

const made = (name: string, body: object = {}) => pick(youtube.control(name, { who: 'mkbhd', ...body }), 'video_id');
const feed = () => youtube.site(`feeds/videos.xml?channel_id=${mkbhd}`);

describe('the feed', () => {
  test('has the fifteen newest, streams among them', async () => {
    for (let count = 0; count < 12; count += 1) made('upload');
    const live = made('go-live');
    const { status, text, headers } = await feed();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=UTF-8']);
    const ids = [...text.matchAll(/<yt:videoId>(.{11})</g)].map((match) => match[1]);
    expect([ids.length, ids[0]]).toEqual([15, live]);
  });

  test('leaves out private videos', async () => {
    const id = made('upload');
    youtube.control('make-private', { who: 'mkbhd' });
    expect((await feed()).text).not.toContain(id);
  });

  test('answers 404 while it is ill, for channels that are well', async () => {
    youtube.control('trouble', { kind: 'feed', minutes: 5 });
    expect((await feed()).status).toBe(404);
    expect((await youtube.get(`channels?part=id&id=${mkbhd}`)).status).toBe(200);
    youtube.control('calm');
    expect((await feed()).status).toBe(200);
  });
});

test('a short has its own address; a video is sent away from there', async () => {
  const [short, upload] = [made('short'), made('upload')];
  expect((await youtube.site(`shorts/${short}`, 'HEAD')).status).toBe(200);
  const { status, headers } = await youtube.site(`shorts/${upload}`, 'HEAD');
  expect([status, headers.get('location')]).toEqual([303, `https://www.youtube.com/watch?v=${upload}`]);
});

test('pages and oEmbed show public videos', async () => {
  const id = made('upload', { title: '<b>bold</b> claim' });
  expect((await youtube.site(`watch?v=${id}`)).text).toContain('&#60;b&#62;bold');
  expect((await youtube.site('@MKBHD')).text).toContain('Marques Brownlee');
  expect((await youtube.site(`channel/${mkbhd}`)).status).toBe(200);
  const embed = `oembed?format=json&url=${encodeURIComponent(`https://youtu.be/${id}`)}`;
  expect((await youtube.site(embed)).json).toMatchObject({ author_url: 'https://www.youtube.com/@mkbhd' });
  youtube.control('make-private', { who: 'mkbhd' });
  expect((await youtube.site(embed)).status).toBe(403);
});

test('the status of oEmbed shows why something cannot be embedded', async () => {
  const status = async (url: string, more = '') =>
    (await youtube.site(`oembed?url=${encodeURIComponent(url)}${more}`)).status;
  const [closed, unlisted] = [made('upload'), made('upload')];
  youtube.control('allow', { who: 'mkbhd', video: closed, embedding: false });
  youtube.control('allow', { who: 'mkbhd', video: unlisted, unlisted: true });
  expect(await status(`https://www.youtube.com/watch?v=${closed}`)).toBe(401);
  // A site that has the URL may show the video.
  expect(await status(`https://www.youtube.com/watch?t=1&v=${unlisted}`)).toBe(200);
  expect(await status('https://www.youtube.com/watch?v=aaaaaaaaaaa')).toBe(404);
  expect(await status('https://www.youtube.com/@mkbhd')).toBe(400);
  expect(await status(`https://evil.test/watch?v=${unlisted}`)).toBe(400);
  expect(await status(`https://youtu.be/${unlisted}`, '&format=xml')).toBe(501);
});

test('the largest picture is not there for a short', async () => {
  const picture = (id: string, name: string) =>
    fetch(`${youtube.url}/youtube/cdn/vi/${id}/${name}.jpg`).then(({ status }) => status);
  const [short, upload] = [made('short'), made('upload')];
  expect([await picture(short, 'maxresdefault'), await picture(short, 'hqdefault')]).toEqual([404, 200]);
  expect(await picture(upload, 'maxresdefault')).toBe(200);
});

test('the panel shows the live, planned and broken ones', () => {
  youtube.control('go-live', { who: 'LofiGirl' });
  youtube.control('schedule', { who: 'kelpforest', title: 'Night dive' });
  youtube.control('trouble', { kind: 'hub', minutes: 5 });
  const { panel } = youtube.summary() as { panel: { subjects: unknown[]; facts: unknown[] } };
  expect(panel.subjects).toContainEqual(expect.objectContaining({ id: 'LofiGirl', state: 'live' }));
  expect(panel.subjects).toContainEqual(expect.objectContaining({ id: 'kelpforest', line: 'Planned: Night dive' }));
  expect(panel.facts).toContainEqual({ label: 'Trouble', value: 'hub', isOdd: true });
  expect(pickList(youtube.summary(), 'creators')).toHaveLength(12);
});

test('an outage answers 503 everywhere but for pictures', async () => {
  youtube.control('trouble', { kind: 'outage', minutes: 5 });
  expect((await youtube.get('videos?part=id&id=a')).status).toBe(503);
  expect((await feed()).status).toBe(503);
  expect((await youtube.hub({})).status).toBe(503);
  expect((await fetch(`${youtube.url}/youtube/cdn/ytc/${mkbhd}`)).status).toBe(200);
});

test('the id, the clock and the panel of a drop that returns as another stream', async () => {
  const first = made('go-live');
  youtube.control('drop', { who: 'mkbhd', minutes: 3, returnsAs: 'new stream' });
  youtube.clock.advance(3 * 60_000);
  await expect
    .poll(async () =>
      pickList((await youtube.get(`search?part=id&type=video&eventType=live&channelId=${mkbhd}`)).json, 'items'),
    )
    .toHaveLength(1);
  const [live] = pickList(
    (await youtube.get(`search?part=id&type=video&eventType=live&channelId=${mkbhd}`)).json,
    'items',
  );
  expect(pick(live, 'id', 'videoId')).not.toBe(first);
});
