import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@tally/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remux } from './index.ts';

/** These tests use malicious playlists. `tests/scenarios/embed-fix.test.ts` covers the result of good ones. */
const asked: string[] = [];
let elsewhere: string;
let own: string;
const lines = (...segments: string[]) =>
  ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:10', ...segments, '#EXT-X-ENDLIST', ''].join('\n');
const segment = (address: string) => `#EXTINF:10.000,\n${address}`;

const canary = createServer((_req, res) => void (asked.push('canary'), res.end()));
const server = createServer((req, res) => {
  const path = req.url ?? '';
  asked.push(path);
  const answers: Readonly<Record<string, string>> = {
    '/elsewhere.m3u8': lines(segment(`${elsewhere}/0.ts`)),
    '/file.m3u8': lines(segment('file:///etc/hostname')),
    '/itself.m3u8': lines(segment('itself.m3u8')),
    '/negative.m3u8': lines('#EXTINF:-10,\n0.ts'),
    '/many.m3u8': lines(...Array.from({ length: 200_000 }, (_, number) => segment(`${number}.ts`))),
    '/html.m3u8': '<!doctype html><title>Just a moment…</title>',
    '/large.m3u8': lines(segment('large.ts')),
    '/large.ts': 'G'.repeat(100_000),
  };
  if (path === '/redirect.m3u8') res.writeHead(302, { location: `${elsewhere}/0.ts` }).end();
  else res.writeHead(answers[path] ? 200 : 404).end(answers[path]);
});
const listen = async (each: typeof server): Promise<string> => {
  await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(each.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  elsewhere = await listen(canary);
  own = await listen(server);
});
afterAll(() => {
  for (const each of [server, canary]) each.closeAllConnections();
  server.close();
  canary.close();
});

test.each([
  ['another host', 'elsewhere', 'refused'],
  ['a file of this machine', 'file', 'refused'],
  ['itself', 'itself', 'unusable'],
  ['a negative duration', 'negative', 'unusable'],
  ['200,000 segments', 'many', 'tooLarge'],
  ['more than may be read', 'large', 'tooLarge'],
  ['a page of HTML', 'html', 'unusable'],
  ['somewhere else, by a redirect', 'redirect', 'unreachable'],
  ['nothing, since it is gone', 'gone', 'unreachable'],
])('does not follow a playlist that leads to %s', async (_what, name, kind) => {
  const question = { url: `${own}/${name}.m3u8`, origins: [own], headers: {}, maxBytes: 50_000 };
  const answer = await remux(
    { log: silentLog },
    { ...question, maxBytes: name === 'many' ? 50_000_000 : question.maxBytes },
  );
  expect(answer).toMatchObject({ kind });
  expect(asked).not.toContain('canary');
});
