import type { Ctx, PlatformDoors } from '@tally/kernel';
import { platforms } from '@tally/platforms/registry';
import { seededRandom } from '@tally/tests/context';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { expect, test } from 'vitest';
import { followLink } from './follow-link.ts';
import { parseMediaLink } from './parse-link.ts';

const random = seededRandom(20_261_125);
const one = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
const signs = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';
const word = (length: number) => Array.from({ length }, () => signs[random.int(signs.length)]).join('');
const digits = (length: number) => Array.from({ length }, () => `${random.int(10)}`).join('');

const hosts = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'www.tiktok.com'];
const goodPath = (host: string): string => {
  if (host === 'youtu.be') return `/${word(11)}`;
  if (host.endsWith('tiktok.com')) return `/@${word(6)}/video/${digits(19)}`;
  return one([`/watch?v=${word(11)}`, `/shorts/${word(11)}`, `/embed/${word(11)}`, `/live/${word(11)}`]);
};
const evil = () => one(['evil.com', 'evil.test', '169.254.169.254', 'localhost', '127.0.0.1', '[::1]', '0x7f.1']);

/** Letters that look alike: Cyrillic, Greek, full-width, and zero-width ones. */
const alike: Readonly<Record<string, string>> = { o: 'ο', u: 'υ', t: 'т', b: 'Ь', e: 'е', c: 'с', k: 'к', i: 'і' };
const disguised = (host: string): string => {
  const places = host.split('').flatMap((letter, at) => (alike[letter] ? [at] : []));
  const at = one(places);
  return host.slice(0, at) + alike[host[at] ?? ''] + host.slice(at + 1);
};

/** Each of these functions turns a good link into one that we must refuse. */
const spoils: readonly ((host: string, path: string) => string)[] = [
  (host, path) =>
    `${one(['http', 'ftp', 'ws', 'wss', 'file', 'gopher', 'javascript', 'data', 'blob', 'view-source'])}://${host}${path}`,
  (host, path) => `javascript:location='https://${host}${path}'`,
  (host, path) => `//${host}${path}`,
  (host, path) => `//${host}@${evil()}${path}`,
  (host, path) => `https://${host}@${evil()}${path}`,
  (host, path) => `https://${host}:443@${evil()}${path}`,
  (host, path) => `https://${word(3)}:${word(3)}@${host}${path}`,
  (host, path) => `https://${host}:${one([80, 8_080, 22, 4_430])}${path}`,
  (host, path) => `https://${host}.${evil().replace(/[[\]]/g, '')}${path}`,
  (host, path) => `https://${host}.${path}`,
  (host, path) => `https://${word(4)}.${host}${path}`,
  (host, path) => `https://${word(4)}${host}${path}`,
  (host, path) => `https://${host.replace('.', one(['-', '_', '..', '.co.']))}${path}`,
  (host, path) => `https://${disguised(host)}${path}`,
  (host, path) => `https://${evil()}/${host}${path}`,
  (host, path) => `https://${evil()}?u=https://${host}${path}`,
  (host, path) => `https://${evil()}#@${host}${path}`,
  (host, path) => `https://${evil()}\\@${host}${path}`,
  (host, path) => `https:${evil()}/${host}${path}`,
  (host) => `https://${host}/redirect?q=https://${evil()}/${word(11)}`,
  (host) =>
    `https://${host}/${one(['playlist?list=', '@', 'channel/', 'c/', 'user/', 'results?q=', 'attribution_link?u='])}${word(11)}`,
  (host) => `https://${host}/../${word(5)}/${word(11)}`,
  (host) => `https://${host}/embed/%2e%2e%2f${word(11)}`,
  (host) => `https://${host}/embed/${word(5)}%00${word(5)}`,
  (host) => `https://${host}/shorts/${word(one([1, 9, 10, 12, 13, 64]))}`,
  (host) => `https://${host}/watch?v=${word(one([0, 10, 12]))}`,
  (host) => `https://${host}/watch?v=${word(11)}&v=${word(11)}`,
  (host) => `https://${host}/watch?v[]=${word(11)}`,
  (host) => `https://${host}/watch?V=${word(11)}`,
  (host) => `https://${host}/embed/${word(11)}/${word(3)}`,
  () => `https://www.tiktok.com/@${word(5)}/video/${digits(one([1, 14, 21, 40]))}`,
  () => `https://www.tiktok.com/@${word(5)}/video/${digits(18)}x`,
  () => `https://www.tiktok.com/link/v2?target=${evil()}`,
  () => `https://vm.tiktok.com/${word(5)}/${word(5)}`,
  () => `https://vm.tiktok.com/%2f%2f${evil()}`,
  () => `https://vm.tiktok.com.${evil().replace(/[[\]]/g, '')}/${word(9)}`,
  (host, path) => `https://${host}${path} https://${host}${path}`,
  (host, path) => `https://${host}${path} ${one(['javascript:1', '//evil.com', 'http://evil.com/x', 'evil.com/x'])}`,
  (host, path) => `https://${host}${path}${'x'.repeat(2_000)}`,
  (host, path) => `https://${host}\u0000${path}`.replace('\u0000', '%00'),
];

test('accepts none of 10,000 hostile links', () => {
  const taken: string[] = [];
  for (let count = 0; count < 10_000; count += 1) {
    const host = one(hosts);
    const link = (spoils[count % spoils.length] ?? one(spoils))(host, goodPath(host));
    const read = parseMediaLink(link);
    if ('videoId' in read || 'short' in read) taken.push(link);
  }
  expect(taken).toEqual([]);
});

test('accepts random links only with their real meaning, out of 10,000', () => {
  const parts = [
    'https',
    'http',
    ':',
    '//',
    '/',
    '\\',
    '@',
    '?',
    '#',
    '.',
    '..',
    '%2f',
    '%00',
    '\u202e',
    '\u200b',
    ' ',
    '\t',
    '[',
    ']',
    ...hosts,
    'vm.tiktok.com',
    'evil.com',
    'xn--yutube-l0c.com',
    'watch',
    'v=',
    'shorts/',
    'embed/',
    't/',
    'video/',
    '@a/',
  ]; // prettier-ignore
  const odd: string[] = [];
  for (let count = 0; count < 10_000; count += 1) {
    const pieces = Array.from({ length: 3 + random.int(9) }, () =>
      random.int(5) === 0 ? one([word(11), digits(19), word(9)]) : one(parts),
    );
    // Half of the texts begin with a valid host.
    const text = (count % 2 === 0 ? `https://${one(hosts)}/` : '') + pieces.join('');
    const read = parseMediaLink(text);
    const isSound =
      ('videoId' in read && /^(?:[\w-]{11}|\d{15,20})$/.test(read.videoId)) ||
      ('short' in read &&
        /^https:\/\/(?:v[mt]\.tiktok\.com|www\.tiktok\.com\/t)\/[\w-]{4,20}\/$/.test(read.short.href)) ||
      'words' in read ||
      'refused' in read;
    if (!isSound) odd.push(text);
  }
  expect(odd).toEqual([]);
});

test('a short link asks only the shortener, at most three times', async () => {
  const asked: string[] = [];
  let location = '';
  const doors = {
    config: {
      browserHeaders: {},
      media: {
        shortTiktok: Object.fromEntries(
          ['vm', 'vt', 'www'].map((name) => [`${name}.tiktok.com`, `https://${name}.tiktok.com`]),
        ),
      },
    },
    http: {
      raw: async ({ url }: { url: string }) => {
        asked.push(url);
        return { status: 301, headers: { location }, data: Buffer.alloc(0) };
      },
    },
  } as unknown as PlatformDoors;
  const embeds = platforms.find(({ id }) => id === 'tiktok')?.embeds?.(doors);
  const ctx = { platforms: fakePlatforms({ tiktok: { embeds } }) } as unknown as Ctx;
  const follow = async (to: string) => {
    location = to;
    asked.length = 0;
    return await followLink(ctx, { short: new URL('https://vm.tiktok.com/ZMabcdefg/'), provider: 'tiktok' });
  };
  for (let count = 0; count < 2_000; count += 1) {
    const host = one(hosts);
    const read = await follow((spoils[count % spoils.length] ?? one(spoils))(host, goodPath(host)));
    expect(asked.length).toBeLessThanOrEqual(3);
    for (const url of asked) expect(url).toMatch(/^https:\/\/(?:v[mt]\.tiktok\.com\/|www\.tiktok\.com\/t\/)[\w-]+\/$/);
    // A link may begin with two slashes here, but then it can only be a TikTok link.
    expect('videoId' in read ? read.provider : 'tiktok').toBe('tiktok');
  }
  // Simulates a shortener that redirects forever.
  expect(await follow('https://vt.tiktok.com/ZMabcdefg/')).toEqual({ refused: 'notFound' });
  expect(asked).toHaveLength(3);
  expect(await follow('/t/ZMabcdefg/')).toEqual({ refused: 'notFound' });
  expect(await follow('https://www.tiktok.com/?_r=1')).toEqual({ refused: 'notFound' });
  expect(await follow('https://youtu.be/dQw4w9WgXcQ')).toEqual({ refused: 'notAllowedSite' });
  expect(await follow(`https://www.tiktok.com/@ada/video/${digits(19)}?_r=1&u=https://evil.com`)).toMatchObject({
    provider: 'tiktok',
    handle: 'ada',
  });
});
