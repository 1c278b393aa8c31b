import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unfurl } from './unfurl.ts';

const pages = new Map<string, { type: string; body: string }>();
const asked: { path: string; agent: string | undefined }[] = [];
let url: string;
const server = createServer((req, res) => {
  const path = req.url ?? '';
  asked.push({ path, agent: req.headers['user-agent'] });
  const page = pages.get(path);
  res.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/plain' }).end(page?.body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pages.set('/picture.png', { type: 'image/png', body: 'png' });
  pages.set('/video.mp4', { type: 'video/mp4', body: 'mp4' });
  pages.set('/playlist.m3u8', { type: 'application/vnd.apple.mpegurl', body: '#EXTM3U' });
  pages.set('/long-names', { type: 'application/json', body: JSON.stringify({ author_name: 'n'.repeat(256) }) });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const show = async (tags: Readonly<Record<string, string>>, more = '') => {
  const body = Object.entries({ 'og:title': 'Title', ...tags }).map(
    ([name, value]) => `<meta property="${name}" content="${value}">`,
  );
  pages.set('/page', { type: 'text/html', body: `<head>${body.join('')}${more}</head>` });
  return await unfurl(`${url}/page`);
};

test('titles and descriptions are cut by bytes', async () => {
  const card = await show({ 'og:title': 'ä'.repeat(60), 'og:description': 'ж'.repeat(400) });
  expect([Buffer.byteLength(card?.title ?? ''), Buffer.byteLength(card?.description ?? '')]).toEqual([69, 349]);
  expect(card?.title).toMatch(/^ä+…$/);
});

test('a name that is too long, of the site or in oEmbed, and there is no card at all', async () => {
  expect(await show({ 'og:site_name': 's'.repeat(256) })).toMatchObject({ title: 'Title' });
  expect(await show({ 'og:site_name': 's'.repeat(257) })).toBeNull();
  expect(await show({}, `<link rel="alternate" type="application/json+oembed" href="${url}/long-names">`)).toBeNull();
});

test('a playlist does not play, an mp4 does, and its picture is the poster', async () => {
  const picture = { 'og:image': `${url}/picture.png`, 'twitter:card': 'summary_large_image' };
  const silent = await show({ ...picture, 'og:video': `${url}/playlist.m3u8` });
  expect([silent?.video, silent?.image]).toEqual([undefined, { url: `${url}/picture.png` }]);
  const moving = await show({ ...picture, 'og:video': `${url}/video.mp4` });
  expect([moving?.video, moving?.thumbnail]).toEqual([{ url: `${url}/video.mp4` }, { url: `${url}/picture.png` }]);
});

test('only six digits are a colour, and a Mastodon status is not read', async () => {
  expect((await show({ 'theme-color': '#53FC18' }))?.color).toBe(0x53fc18);
  expect((await show({ 'theme-color': 'red' }))?.color).toBeUndefined();
  asked.length = 0;
  await show({}, `<link rel="alternate" type="application/activity+json" href="${url}/status">`);
  expect(asked.map(({ path }) => path)).toEqual(['/page']);
});

test('what does not answer one agent is asked by another; nobody outside this machine is asked', async () => {
  asked.length = 0;
  expect(await unfurl(`${url}/none`)).toBeNull();
  expect(asked.map(({ agent }) => agent)).toEqual([
    expect.stringContaining('Discordbot'),
    expect.stringContaining('Firefox/92.0'),
  ]);
  expect(await unfurl('https://example.org/')).toBeNull();
});
