import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { standInApi } from './stand-in-api.ts';

const png = Buffer.concat([Buffer.from([0x89, ...Buffer.from('PNG\r\n\x1a\n')]), Buffer.alloc(64)]);

let files: Awaited<ReturnType<typeof standInApi>>;
let canary: Awaited<ReturnType<typeof standInApi>>;
let proxyPicture: (request: Request) => Promise<Response>;
let most: number;

beforeAll(async () => {
  canary = await standInApi((_request, response) => response.end(png));
  files = await standInApi(({ url }, response) => {
    if (url.endsWith('/redirect')) {
      response.writeHead(302, { location: `${canary.url}/secret` });
      return response.end();
    }
    if (url.endsWith('/page')) {
      response.writeHead(200, { 'content-type': 'image/png' });
      return response.end('<script>alert(1)</script>');
    }
    if (url.endsWith('/svg')) return response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const size = /\/size-(\d+)$/.exec(url)?.[1];
    if (size) return response.end(Buffer.concat([png, Buffer.alloc(Number(size) - png.length)]));
    if (url.endsWith('/gone')) response.statusCode = 404;
    return response.end(png);
  });
  vi.stubEnv('DISCORD_CDN_URL', `${files.url}/cdn`);
  vi.stubEnv('KICK_FILES_URL', `${files.url}/kick`);
  ({ proxyPicture, MAX_PICTURE_BYTES: most } = await import('./emoji-proxy.ts'));
});
beforeEach(() => {
  files.seen.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([files.close(), canary.close()]);
});

const ask = (url: string) =>
  proxyPicture(new Request(`https://tally.example/api/emoji-proxy?url=${encodeURIComponent(url)}`));

test('passes a picture on, without anything that a browser could run', async () => {
  const answer = await ask(`${files.url}/cdn/emojis/1.png`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
  expect((await ask(`${files.url}/kick/users/1.png`)).status).toBe(200);
});

test('sends the referrer that Kick expects, to Kick only', async () => {
  await ask(`${files.url}/kick/emotes/1/fullsize`);
  await ask(`${files.url}/cdn/emojis/1.png`);
  expect(files.seen.map(({ headers }) => headers.referer)).toEqual(['https://kick.com/', undefined]);
});

test('250000 bytes pass, one more does not', async () => {
  expect((await ask(`${files.url}/cdn/size-${most}`)).status).toBe(200);
  expect((await ask(`${files.url}/cdn/size-${most + 1}`)).status).toBe(413);
});

test.each(['page', 'svg'])('refuses anything but a picture: %s', async (path) => {
  expect((await ask(`${files.url}/cdn/${path}`)).status).toBe(415);
});

test('follows no redirect, and reports a missing picture as missing', async () => {
  expect((await ask(`${files.url}/cdn/redirect`)).status).toBe(502);
  expect(canary.seen).toEqual([]);
  expect((await ask(`${files.url}/cdn/gone`)).status).toBe(404);
});

test('no other address is ever asked', async () => {
  const { host } = new URL(files.url);
  const { port } = new URL(canary.url);
  const wanted = [
    '',
    'not an address',
    `${files.url}/other/1.png`,
    `${files.url}/cdn`,
    `${files.url}/cdn/../other/1.png`,
    `${files.url}/cdn/%2e%2e/other/1.png`,
    `${files.url}/cdnx/1.png`,
    `http://user@${host}/cdn/1.png`,
    `http://user:secret@${host}/cdn/1.png`,
    `http://${host}@127.0.0.1:${port}/cdn/1.png`,
    `https://${host}/cdn/1.png`,
    `${canary.url}/cdn/1.png`,
    `http://localhost:${port}/cdn/1.png`,
    `http://2130706433:${port}/cdn/1.png`,
    `http://0x7f000001:${port}/cdn/1.png`,
    `http://[::ffff:127.0.0.1]:${port}/cdn/1.png`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    '//example.com/1.png',
  ];
  const statuses = await Promise.all(wanted.map(async (url) => [url, (await ask(url)).status]));
  expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
  expect([...files.seen, ...canary.seen]).toEqual([]);
});

test('two addresses in one question are refused', async () => {
  const url = encodeURIComponent(`${files.url}/cdn/1.png`);
  const answer = await proxyPicture(new Request(`https://tally.example/api/emoji-proxy?url=${url}&url=${url}`));
  expect(answer.status).toBe(400);
});

test.each([
  ['https://p16-sign.tiktokcdn.com/a.jpeg', true],
  ['http://p16-sign.tiktokcdn.com/a.jpeg', false],
  ['https://tiktokcdn.com/a.jpeg', false],
  ['https://eviltiktokcdn.com/a.jpeg', false],
  ['https://p16.tiktokcdn.com.evil.example/a.jpeg', false],
  ['https://p16.tiktokcdn.com:8443/a.jpeg', false],
])('%s below a wide source: %s', async (address, isAllowed) => {
  const { allowedSource } = await import('./emoji-proxy.ts');
  expect(allowedSource([address], ['https://*.tiktokcdn.com']) !== null).toBe(isAllowed);
});
