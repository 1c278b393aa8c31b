import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bit } from '../rules/permissions.ts';
import { type Answer, act, ask, channel, logIn, openSim, personOf, server as serverOf, until } from '../test-world.ts';
import { linksIn } from './show.ts';
import { unfurl } from './unfurl.ts';

const pages = new Map<string, { type: string; body: string; location?: string }>();
const asked: { path: string; agent: string | undefined }[] = [];
let url: string;
const server = createServer((req, res) => {
  const path = req.url ?? '';
  asked.push({ path, agent: req.headers['user-agent'] });
  const page = pages.get(path);
  const headers = {
    'content-type': page?.type ?? 'text/plain',
    ...(page?.location ? { location: page.location } : {}),
  };
  res.writeHead(page ? (page.location ? 302 : 200) : 404, headers).end(page?.body);
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

test('a name that is too long, of the site or in oEmbed, prevents the card', async () => {
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

test('a page that refuses one agent is fetched by another, and only from this machine', async () => {
  asked.length = 0;
  expect(await unfurl(`${url}/none`)).toBeNull();
  expect(asked.map(({ agent }) => agent)).toEqual([
    expect.stringContaining('Discordbot'),
    expect.stringContaining('Firefox/92.0'),
  ]);
  expect(await unfurl('https://example.org/')).toBeNull();
});

test('a redirect is followed on this machine and nowhere else', async () => {
  await show({ 'og:title': 'There' });
  pages.set('/moved', { type: 'text/plain', body: '', location: '/page' });
  expect(await unfurl(`${url}/moved`)).toMatchObject({ url: `${url}/moved`, title: 'There' });
  pages.set('/away', { type: 'text/plain', body: '', location: 'https://example.org/' });
  expect(await unfurl(`${url}/away`)).toBeNull();
});

test('ignores an oEmbed answer that is not JSON, and keeps an impossible letter', async () => {
  pages.set('/odd', { type: 'application/json', body: '{' });
  const link = `<link rel="alternate" type="application/json+oembed" href="${url}/odd">`;
  expect(await show({ 'og:title': 'a&#9999999;b' }, link)).toMatchObject({ title: 'a&#9999999;b' });
});

test('links are found outside code and angle brackets, without the end of the sentence, five at most', () => {
  const text =
    'See https://a.test/x, (https://b.test/y). <https://c.test> `https://d.test` [it](https://e.test/z) ||https://f.test||';
  expect(linksIn(text)).toEqual(['https://a.test/x', 'https://b.test/y', 'https://e.test/z', 'https://f.test']);
  expect(linksIn('https://a.test/b_(c) https://a.test/b_(c)')).toEqual(['https://a.test/b_(c)']);
  expect(linksIn([1, 2, 3, 4, 5, 6].map((number) => `https://a.test/${number}`).join('\n'))).toHaveLength(5);
});

test('a message gets its card in an update that is no edit, and another one with other words', async () => {
  const sim = await openSim();
  const client = await logIn(sim);
  const updates: { title: string | null | undefined; edited: number | null }[] = [];
  client.on('messageUpdate', (_, { embeds, editedTimestamp }) =>
    updates.push({ title: embeds[0]?.title, edited: editedTimestamp }),
  );
  await show({ 'og:title': 'First' });
  const place = { channel_id: channel(sim).id, user_id: personOf(sim) };
  const said = await act(sim, 'say', { ...place, content: `look: ${url}/page` });
  expect(said.get('embeds')).toEqual([]);
  await until(sim, () => updates.length === 1);
  expect(updates).toEqual([{ title: 'First', edited: null }]);
  expect((await ask(sim, `GET /channels/${place.channel_id}/messages/${said.text('id')}`)).get('embeds.0.type')).toBe(
    'link',
  );
  pages.set('/other', { type: 'text/html', body: '<meta property="og:title" content="Second">' });
  await act(sim, 'edit', { channel_id: place.channel_id, message_id: said.text('id'), content: `${url}/other` });
  await until(sim, () => updates.length === 3);
  expect(updates.map(({ title }) => title)).toEqual(['First', undefined, 'Second']);
});

test('no card where embeds are hidden or not allowed, or where an app has sent one of its own', async () => {
  const sim = await openSim();
  await show({ 'og:title': 'Card' });
  const { id } = channel(sim);
  const content = `${url}/page`;
  const embeds = [{ title: 'Own' }];
  const own = await ask(sim, `POST /channels/${id}/messages`, { content, embeds });
  const hidden = await ask(sim, `POST /channels/${id}/messages`, { content, flags: 4 });
  const everyone = { id: serverOf(sim).id, type: 0 as const, allow: '0', deny: `${Bit.EMBED_LINKS}` };
  const memes = channel(sim, 'memes');
  memes.permission_overwrites.push(everyone);
  const barred = await act(sim, 'say', { channel_id: memes.id, user_id: personOf(sim), content });
  // Cards arrive in the order of requests, so once this one is here, the others would be too.
  const plain = await ask(sim, `POST /channels/${id}/messages`, { content });
  const titles = (answer: Answer, place = channel(sim)) =>
    place.messages.get(answer.text('id'))?.embeds.map((embed) => (embed as { title: string }).title);
  await until(sim, () => titles(plain)?.length === 1);
  expect([titles(own), titles(hidden), titles(barred, memes), titles(plain)]).toEqual([['Own'], [], [], ['Card']]);
});
