import { workedMs } from '@tally/tests/effort';
import { describe, expect, it } from 'vitest';
import { channelNameIn } from './address.ts';
import { readApiUrl } from './api-url.ts';
import { readListing } from './listing.ts';
import { embedIdInPage, RumbleOembed, RumblePlayer } from './rumble.external.ts';
import { cleaned, unescaped } from './text.ts';

const item = {
  object_type: 'video',
  id: 412_000_017,
  title: 'Hello',
  url: 'https://rumble.com/v9abc-hello.html',
  thumb: 'https://pictures.example/1.jpg',
  permalink_id: 'v9abc',
  upload_date: '2026-11-20T18:00:00+00:00',
  live_datetime: null,
  is_short: false,
  watching_now: 0,
  by: { type: 'channel', name: 'Ada', url: 'https://rumble.com/c/Ada' },
};
const page = (...lists: unknown[]) =>
  `<!DOCTYPE html><html><head><title>Ada</title><meta property="og:title" content="Ada &amp; Co"></head><body>1.2K Followers
  <script>window.x = {"items":[1]};</script><script>{ not json</script>
  ${lists.map((list) => `<script type="application/json">${JSON.stringify(list)}</script>`).join('\n')}</body></html>`;

describe('a name', () => {
  it.each([
    ['HarborRadio', 'harborradio'],
    ['@some_one', 'some_one'],
    ['https://rumble.com/c/HarborRadio', 'c/harborradio'],
    ['rumble.com/c/c-546523?e9s=1', 'c/c-546523'],
    ['https://www.rumble.com/user/Quiet.Pines/videos', 'user/quiet.pines'],
    ['https://rumble.com/HarborRadio', 'c/harborradio'],
    ['user/ada', 'user/ada'],
    ['https://rumble.com/v5pv5f-Some-video.html?e9s=1', 'video/v5pv5f-some-video.html'],
    ['https://rumble.com/v5pv5f', 'c/v5pv5f'],
    ['https://evil.example/rumble.com/v5pv5f-some-video.html', null],
    ['https://rumble.com/shorts', null],
    ['https://evil.example/c/ada', null],
    ['two words', null],
    ['../..', null],
    ['..', null],
    ['', null],
  ])('%s is %s', (text, name) => expect(channelNameIn(text)).toBe(name));
});

describe("a creator's address", () => {
  const key = 'k'.repeat(43);
  const address = `https://rumble.com/-livestream-api/get-data?key=${key}`;

  it.each([address, ` ${address}\n`, address.replace('rumble.com', 'www.rumble.com')])('%s is one', (text) =>
    expect(readApiUrl(text, 'https://rumble.com')).toBe(key),
  );

  it.each([
    `http://rumble.com/-livestream-api/get-data?key=${key}`,
    `https://rumble.com:8443/-livestream-api/get-data?key=${key}`,
    `https://rumble.com.evil.example/-livestream-api/get-data?key=${key}`,
    `https://evil.example/-livestream-api/get-data?key=${key}`,
    `https://rumble.com@127.0.0.1/-livestream-api/get-data?key=${key}`,
    `https://u:p@rumble.com/-livestream-api/get-data?key=${key}`,
    `https://rumble.com/-livestream-api/../account?key=${key}`,
    `https://rumble.com/-livestream-api/get-data?key=${key}&key=${key}`,
    `https://rumble.com/-livestream-api/get-data?key=${key}#x`,
    `https://rumble.com/-livestream-api/get-data?key=..%2F..%2Fadmin-and-more`,
    'https://rumble.com/-livestream-api/get-data',
    `file:///-livestream-api/get-data?key=${key}`,
    `${address}&x=${'y'.repeat(1_000)}`,
    '',
  ])('%s is not a listing', (text) => expect(readApiUrl(text, 'https://rumble.com')).toBeNull());

  it('belongs to the configured Rumble, with its path', () => {
    const site = 'http://127.0.0.1:4400/rumble/site';
    expect(readApiUrl(`${site}/-livestream-api/get-data?key=${key}`, site)).toBe(key);
    expect(readApiUrl(address, site)).toBeNull();
    expect(readApiUrl(`http://127.0.0.1:4400/-livestream-api/get-data?key=${key}`, site)).toBeNull();
  });
});

const owner = 'c/owner';

describe('a page', () => {
  it.each([null, undefined])('assigns a video without an owner to the page’s owner: %s', (by) => {
    const listing = readListing(page({ items: [{ ...item, by }] }), owner);
    expect(listing).toMatchObject({ odd: 0, videos: [{ id: '412000017', by: owner, byName: null }] });
  });

  it('has several lists; each video counts once, and other items are skipped', () => {
    const listing = readListing(
      page({ items: [item] }, { items: [item, { ...item, id: '7' }, { object_type: 'channel', id: 1 }, null] }),
      owner,
    );
    expect(listing).toMatchObject({ odd: 0, head: { title: 'Ada & Co', followers: 1_200, pictureUrl: null } });
    expect(listing?.videos.map(({ id, path, by }) => [id, path, by])).toEqual([
      ['412000017', '/v9abc-hello.html', 'c/ada'],
      ['7', '/v9abc-hello.html', 'c/ada'],
    ]);
  });

  it.each([
    ['an empty answer', ''],
    ['a block page', '<html><title>Just a moment...</title></html>'],
    ['another layout', page({ state: { feed: [] } })],
    ['the old one', '<li class="video-listing-entry"><h3 class="video-item--title">x</h3></li>'],
    ['a list that is none', page({ items: 'none' }, { items: { 0: item } })],
    ['half a script', '<script type="application/json">{"items":['],
  ])('without a list is not understood: %s', (_, html) => expect(readListing(html, owner)).toBeNull());

  it.each([
    { ...item, id: -1 },
    { ...item, id: null },
    { ...item, title: 7 },
    { ...item, url: 'https://rumble.com/account/delete' },
    { ...item, url: '//evil.example/v1.html', relative_url: '/../v1.html' },
    { ...item, live_datetime: 'soon' },
    { ...item, by: { name: 'x', url: 'javascript:alert(1)' } },
    { ...item, by: {} },
  ])('an odd entry is counted, and its values are not in the sample: %#', (odd) => {
    const listing = readListing(page({ items: [odd] }), owner);
    expect(listing).toMatchObject({ videos: [], odd: 1 });
    expect(listing?.oddSample).not.toMatch(/evil|soon|alert/);
  });

  it('accepts hostile titles, without characters that databases refuse', () => {
    const title = `\u202Eevil\0 </script> @everyone ${String.fromCharCode(0xd800)} ${'🎥'.repeat(10_000)}`;
    const json = JSON.stringify({ items: [{ ...item, title }] }).replaceAll('<', '\\u003c');
    const [video] = readListing(`<script>${json}</script>`, owner)?.videos ?? [];
    expect(video?.title).toMatch(/^\u202Eevil <\/script> @everyone \uFFFD 🎥/u);
    expect(video?.title?.length).toBeLessThanOrEqual(1_000);
    expect(video?.title?.isWellFormed()).toBe(true);
  });

  it('is read in linear time', () => {
    const before = workedMs();
    for (const html of [
      '<script',
      '<script>{',
      '<script></script',
      '<title>',
      '<meta property="og:title" content="',
      '1,1.',
    ]) {
      readListing(html.repeat(Math.floor(2_000_000 / html.length)), owner);
    }
    expect(workedMs() - before).toBeLessThan(2_000);
  });
});

describe('the player', () => {
  const video = { live: 0, livestream_has_dvr: null, title: 'Q &amp; A &#39;&#x27;&bogus;', vid: 5, duration: 0 };
  it.each([
    [0, null, 0, 'upload'],
    [0, true, 90, 'ended'],
    [1, true, 0, 'upcoming'],
    [1, false, 0, 'closing'],
    [1, null, 90, 'ended'],
    [2, true, 0, 'live'],
    [2, null, 0, 'live'],
  ])('reads %s with DVR %s as %s', (live, livestream_has_dvr, duration, state) =>
    expect(RumblePlayer.parse({ ...video, live, livestream_has_dvr, duration })).toMatchObject({
      state,
      id: '5',
      title: "Q & A ''&bogus;",
    }),
  );
  it.each([false, {}, { ...video, live: 3 }, { ...video, live: '2' }, { live: 2 }])('%j is not understood', (answer) =>
    expect(RumblePlayer.safeParse(answer).success).toBe(false),
  );
  it('is named by oEmbed and by the page', () => {
    const html = '<iframe src="https://rumble.com/embed/u4.v5pv5f/" width="1"></iframe>';
    const author_url = 'https://rumble.com/c/Ada';
    expect(RumbleOembed.parse({ html, author_url })).toEqual({ embedId: 'v5pv5f', owner: 'c/ada' });
    expect(RumbleOembed.parse({ html: '<p>no</p>', author_url: 5 })).toEqual({ embedId: null, owner: null });
    expect(embedIdInPage('<script>Rumble("play", {"rel":5,"video":"v5pv5f","div":"x"});</script>')).toBe('v5pv5f');
    expect(embedIdInPage('<script>Rumble("pause")</script>')).toBeNull();
  });
});

it('texts are cut between characters', () => {
  expect(cleaned(`${'x'.repeat(999)}🎥`)).toBe('x'.repeat(999));
  expect(unescaped('&#0;&#1114112;&lt;')).toBe('<');
});
