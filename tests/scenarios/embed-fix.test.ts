import { embedFix } from '@tally/contract';
import { remux } from '@tally/infra/video';
import { days, minutes } from '@tally/kernel';
import { type TestApi, testApi } from '@tally/tests/api';
import { freePort } from '@tally/tests/free-port';
import { Input, MP4, UrlSource } from 'mediabunny';
import openGraphScraper from 'open-graph-scraper';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropOldClips } from '../../packages/features/src/tools/embed-fix/service/clip-file.ts';

/** Tests what chats and people get from our replacement links for kick.com. */
const discordbot = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let api: TestApi;

const kick = (action: string, body: object) =>
  api.sim.worlds.get('kick')?.controls[action]?.(body) as Record<string, string>;
const get = (path: string, agent = discordbot) => api.request('GET', path, { headers: { 'user-agent': agent } });
const tagsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  );
const card = async (path: string, agent?: string) => tagsOf((await get(path, agent)).text);
const clipOf = (title: string) => kick('clip', { who: 'xqc', by: 'nordwind', title }).clip_id ?? '';

beforeAll(async () => {
  const port = String(await freePort());
  // The web app would forward these URLs. Here the API uses the public URL itself.
  api = await testApi({ isWorking: true, env: { API_PORT: port, WEB_URL: `http://127.0.0.1:${port}` } });
});
beforeEach(async () => {
  await api.reset();
});
afterAll(() => api.close());

describe('a channel', () => {
  it('that is live shows its stream and viewers', async () => {
    kick('go-live', { who: 'xqc', title: 'First light', viewers: 1_200 });
    const tags = await card('/e/xqc');
    expect(tags).toMatchObject({
      'og:title': 'xqc is live',
      'og:description': 'First light\nJust Chatting · 1,200 people watching',
      'og:url': 'https://kick.com/xqc',
      'og:image:width': '1280',
      'og:image:height': '720',
      'twitter:card': 'summary_large_image',
      'theme-color': '#53FC18',
    });
    expect(tags['og:image']).toContain('/kick/files/thumbnails/');
    // A profile picture is small, and its size is unknown.
    const quiet = await card('/e/nordwind');
    expect(quiet).toMatchObject({ 'og:title': 'Nordwind on Kick', 'twitter:card': 'summary' });
    expect(quiet['og:image']).toBeTruthy();
    expect(quiet['og:image:width']).toBeUndefined();
  });

  it('redirects people to kick.com, and shows all others the card', async () => {
    const person = await get('/e/xqc', chrome);
    expect([person.status, person.headers.location, person.headers.vary]).toEqual([
      302,
      'https://kick.com/xqc',
      'user-agent',
    ]);
    const stranger = await get('/e/xqc', 'something/1.0');
    expect([stranger.status, stranger.headers.vary]).toEqual([200, 'user-agent, accept-language']);
    expect(stranger.text).toContain('http-equiv="refresh"');
    expect((await get('/e/xqc', 'TelegramBot (like TwitterBot)')).text).not.toContain('http-equiv="refresh"');
  });

  it('has its oEmbed data for programs that use it', async () => {
    const { json } = await get('/e/xqc?format=oembed');
    expect(json).toMatchObject({
      version: '1.0',
      type: 'rich',
      author_name: 'xqc',
      author_url: 'https://kick.com/xqc',
    });
  });

  it('that Kick blocks in our country has a card that explains it, and others are shown as usual', async () => {
    const id = clipOf('Not for everybody');
    kick('country', { who: 'xqc' });
    for (const path of ['/e/xqc', `/e/clips/${id}`]) {
      expect(await card(path)).toMatchObject({
        'og:description': 'Kick blocks this in the country where this service runs.',
      });
      expect((await get(path, chrome)).status).toBe(302);
    }
    expect((await card('/e/trainwreckstv'))['og:title']).toContain('rainwreck');
  });

  it('that does not exist has a card that says so, and no links to untrusted addresses', async () => {
    for (const path of ['/e/nobody-there', '/e/clips/clip_unknown', '/e/xqc/videos/..%2F..%2Fadmin', '/e/a/b/c/d']) {
      const answer = await get(path);
      expect([answer.status, tagsOf(answer.text)['og:title']]).toEqual([404, 'Not found on Kick']);
    }
    const hostile = await get('/e/%22%3E%3Cscript%3E', chrome);
    expect([hostile.status, hostile.headers.location]).toEqual([302, 'https://kick.com/']);
  });
});

describe('a clip', () => {
  it('is a picture first; once created, it plays, in parts too', async () => {
    const id = clipOf('Chat called it');
    const first = await card(`/e/clips/${id}`);
    expect(first).toMatchObject({
      'og:title': 'Chat called it',
      'og:description': 'xqc\nJust Chatting · 1 view · 0:30',
    });
    expect([first['og:video'], first['og:image']?.includes('/kick/files/clips/')]).toEqual([undefined, true]);
    const video = `${api.ctx.config.webUrl}/e/media/clips/${id}.mp4`;
    await vi.waitFor(
      async () => {
        await api.pass(0);
        expect(await card(`/e/xqc/clips/${id}`)).toMatchObject({
          'og:video': video,
          'og:video:type': 'video/mp4',
          'twitter:card': 'player',
          'twitter:player': video,
        });
      },
      { timeout: 30_000, interval: 200 },
    );
    const path = new URL(video).pathname;
    const input = new Input({ source: new UrlSource(video), formats: [MP4] });
    expect(await input.computeDuration()).toBeCloseTo(30, 0);
    expect((await input.getTracks()).map((track) => track.codec)).toEqual(['avc', 'aac']);
    const track = await input.getPrimaryVideoTrack();
    expect(await card(`/e/clips/${id}`)).toMatchObject({
      'og:video:width': String(track?.displayWidth),
      'og:video:height': String(track?.displayHeight),
      'twitter:player:width': String(track?.displayWidth),
    });
    // Clips from 2023 are plain files at Kick, which are read like playlists.
    const { origin } = new URL(video);
    const again = await remux(api.ctx, { url: video, origins: [origin], headers: {}, maxBytes: 50_000_000 });
    expect(again).toMatchObject({ kind: 'made' });
    const part = await api.request('GET', path, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.text, part.headers['content-type']]).toEqual([206, 'ftyp', 'video/mp4']);
    const head = await api.request('HEAD', path);
    expect([head.status, Number(head.headers['content-length']) > 200_000]).toEqual([200, true]);
  });

  it('with a hostile title is text, cut where Discord would cut it', async () => {
    const id = clipOf(`"><meta property="og:video" content="https://evil.test/x.mp4"> ${'ä'.repeat(5_000)}`);
    const { text } = await get(`/e/xqc/clips/${id}`);
    const tags = tagsOf(text);
    expect(tags['og:video']).toBeUndefined();
    expect(text.length).toBeLessThan(4_000);
    expect(tags['og:title']).toMatch(/^&#34;&#62;&#60;meta property=/);
  });

  it('is kept for a week', async () => {
    const id = clipOf('Old news');
    await card(`/e/clips/${id}`);
    const path = `/e/media/clips/${id}.mp4`;
    const status = async () => (await api.request('GET', path)).status;
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000, interval: 200 });
    await dropOldClips(api.ctx);
    expect(await status()).toBe(200);
    const inEightDays = { now: () => new Date(Date.now() + days(8)) };
    await dropOldClips({ ...api.ctx, clock: inEightDays });
    expect(await status()).toBe(404);
  });
});

describe('below a link', () => {
  const unfurl = async (path: string) =>
    (await api.sim.discord.controls['unfurl']?.({ url: `${api.ctx.config.webUrl}${path}` })) as {
      embed: Record<string, unknown> | null;
    };

  it('the simulated Discord shows the card, with a video once there is one', async () => {
    kick('go-live', { who: 'xqc', title: 'First light', viewers: 12 });
    expect((await unfurl('/e/xqc')).embed).toMatchObject({
      title: 'xqc is live',
      author: { name: 'xqc' },
      provider: { name: api.ctx.config.SITE_NAME },
      color: 0x53fc18,
      image: { url: expect.stringContaining('/kick/files/thumbnails/') },
    });
    expect((await unfurl('/e/nobody-there')).embed).toBeNull();
    const id = clipOf('Chat called it');
    const video = { url: `${api.ctx.config.webUrl}/e/media/clips/${id}.mp4` };
    const plays = async () =>
      expect((await unfurl(`/e/clips/${id}`)).embed).toMatchObject({ title: 'Chat called it', video });
    await vi.waitFor(plays, { timeout: 30_000, interval: 200 });
  });

  it('a library that others use to read cards reads the same', async () => {
    kick('go-live', { who: 'xqc', title: 'First light', viewers: 12 });
    const { result } = await openGraphScraper({ html: (await get('/e/xqc')).text });
    expect(result).toMatchObject({
      success: true,
      ogTitle: 'xqc is live',
      ogDescription: 'First light\nJust Chatting · 12 people watching',
      ogUrl: 'https://kick.com/xqc',
      twitterCard: 'summary_large_image',
    });
  });
});

it('the page shows the card of a pasted link, and explains a wrong one', async () => {
  kick('go-live', { who: 'xqc', title: 'First light' });
  const good = await api.call(embedFix.readLink, { query: { link: 'https://kick.com/xQc' } });
  expect(good.json.data).toMatchObject({
    fixedUrl: `${api.ctx.config.webUrl}/e/xqc`,
    title: 'xqc is live',
    author: 'xqc',
  });
  const bad = await api.call(embedFix.readLink, { query: { link: 'https://twitch.tv/xqc' } });
  expect(bad.json).toMatchObject({ status: 400, error: expect.stringContaining('kick.com') });
});

// These tests run last, because we stop calling kick.com for a while after them.
describe('while Kick', () => {
  it('is behind its wall, a cached card is shown; otherwise a plain card, and people still get there', async () => {
    kick('go-live', { who: 'xqc', title: 'First light' });
    await card('/e/xqc');
    kick('trouble', { kind: 'block', minutes: 60 });
    await api.pass(minutes(2));
    expect(await card('/e/xqc')).toMatchObject({ 'og:title': 'xqc is live' });
    const plain = await get('/e/kettlecorn');
    expect([plain.status, tagsOf(plain.text)['og:title']]).toEqual([200, 'A channel on Kick']);
    expect((await get('/e/kettlecorn', chrome)).headers.location).toBe('https://kick.com/kettlecorn');
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
