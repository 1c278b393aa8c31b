import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { contract } from '@tally/contract';
import { type TestApi, testApi } from '@tally/tests/api';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sniff } from '../../packages/features/src/tools/emotes/index.ts';
import { zipEmotes } from '../../packages/features/src/tools/emotes/service/download.ts';
import { previewEmote } from '../../packages/features/src/tools/emotes/service/preview.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
});
beforeEach(async () => {
  await api.reset();
  folder = mkdtempSync(join(tmpdir(), 'emotes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => api.close());

/** Creates emotes of the simulated xQc and returns their URLs. */
function make(picture: string, name = 'one', count = 1): { id: string; url: string }[] {
  const made = api.sim.worlds.get('kick')?.controls['emotes']?.({ who: 'xqc', name, count, picture });
  const { ids } = made as { ids: number[] };
  return ids.map((id) => ({ id: String(id), url: `${api.ctx.config.kick.filesUrl}/emotes/${id}/fullsize` }));
}
const addressOf = (picture: string): string => make(picture)[0]?.url ?? '';
const idOf = (picture: string): string => make(picture)[0]?.id ?? '';

/** Returns the content of the zip. It must pass `unzip -t`, if that is installed, and our own reader. */
async function unpack(emotes: { name: string; url: string }[], about: { format?: 'gif'; signal?: AbortSignal } = {}) {
  const { signal = new AbortController().signal, ...wanted } = about;
  const bytes = Buffer.from(await new Response(zipEmotes(api.ctx, { emotes, ...wanted }, signal)).bytes());
  const zip = join(folder, 'emotes.zip');
  writeFileSync(zip, bytes);
  const { error, status } = spawnSync('unzip', ['-t', zip]);
  expect(error ? 'no unzip here' : status).toBeOneOf([0, 'no unzip here']);
  return Object.fromEntries([...readZip(bytes)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Reads the central directory, as all tools do: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
function* readZip(bytes: Buffer): Generator<[name: string, file: Buffer]> {
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [size, length, extra] = [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
    ];
    const name = bytes.subarray(at + 46, at + 46 + length).toString();
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const file = bytes.subarray(start, start + size);
    expect([bytes.readUInt32LE(local), crc32(file)]).toEqual([0x04034b50, bytes.readUInt32LE(at + 16)]);
    yield [name, file];
    at += 46 + length + extra + bytes.readUInt16LE(at + 32);
  }
}

it('a zip has every emote under its name, with the ending of its format', async () => {
  const files = await unpack([
    { name: 'Lamp', url: addressOf('png') },
    { name: 'lamp', url: addressOf('png') },
    { name: 'Dance', url: addressOf('large-gif') },
    { name: 'Jam', url: addressOf('moving-webp') },
    { name: '../../CON', url: addressOf('still-gif') },
  ]);
  expect(Object.entries(files).map(([name, bytes]) => [name, sniff(bytes)?.frames])).toEqual([
    ['Dance.gif', 8],
    ['Jam.webp', 8],
    ['Lamp.png', 1],
    ['_.._CON.gif', 1],
    ['lamp_2.png', 1],
  ]);
});

it('an animation becomes a GIF only on request', async () => {
  const files = await unpack(
    [
      { name: 'Jam', url: addressOf('moving-webp') },
      { name: 'Still', url: addressOf('webp') },
    ],
    { format: 'gif' },
  );
  expect(Object.values(files).map((bytes) => sniff(bytes))).toMatchObject([
    { type: 'gif', frames: 8 },
    { type: 'webp', frames: 1 },
  ]);
});

it('a missing emote is listed in failed.txt, and the others arrive', async () => {
  const files = await unpack([
    { name: 'Slow', url: addressOf('hang') },
    { name: 'Page', url: addressOf('html') },
    { name: 'Elsewhere', url: 'https://files.kick.com.evil.example/emotes/1/fullsize' },
    { name: 'Gone', url: `${api.ctx.config.emotes.twitchCdnUrl}/emoticons/v2/nobody/default/dark/3.0` },
    { name: 'Good', url: addressOf('png') },
  ]);
  expect(Object.keys(files)).toEqual(['Good.png', 'failed.txt']);
  expect(files['failed.txt']?.toString().split('\r\n')).toEqual([
    'Slow: did not answer in time',
    'Page: is not a picture, or too large',
    'Elsewhere: not an emote of a known source',
    'Gone: no longer exists',
    '',
  ]);
});

it('a client that leaves ends the download', async () => {
  const leaving = new AbortController();
  const hanging = make('hang', 'slow', 30).map(({ url }) => ({ name: 'Slow', url }));
  const done = unpack(hanging, { signal: leaving.signal });
  leaving.abort();
  expect((await done)['failed.txt']?.toString()).toBe('Slow: cancelled\r\n'.repeat(30));
});

it.each(['png', 'gif', 'large-gif', 'webp', 'moving-webp', 'avif', 'many-frames', 'wide'])(
  'of %s there is a preview: one frame of at most 64 pixels, as WebP',
  async (picture) => {
    const preview = await previewEmote(api.ctx, { source: 'kick', id: idOf(picture) });
    const { format, width, height, pages = 1 } = await sharp(preview).metadata();
    expect([format, Math.max(width, height) <= 64, pages]).toEqual(['webp', true, 1]);
    expect(preview.length).toBeLessThan(10_000);
  },
);

it('a preview is asked for once, and browsers keep it', async () => {
  const id = idOf('png');
  const ask = async () => await api.request('GET', `/data/emotes/kick/${id}/preview`);
  const first = await ask();
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': expect.stringMatching(/^inline/),
  });
  api.sim.worlds.get('kick')?.reset('empty');
  expect((await ask()).text).toBe(first.text);
});

it('a file that is no picture has no preview, nor does an unknown one', async () => {
  const ask = async (source: string, id: string) =>
    (await api.request('GET', `/data/emotes/${source}/${id}/preview`)).status;
  expect(await ask('kick', idOf('html'))).toBe(404);
  expect(await ask('kick', '..%2Fusers')).toBe(400);
  expect(await ask('kick', 'x')).toBe(404);
  expect(await ask('twitch', 'nobody')).toBe(404);
  expect(await ask('elsewhere', '1')).toBe(400);
});

it('the call answers a zip to save', async () => {
  const answer = await api.call(contract.emotes.downloadEmotes, {
    body: { platform: 'kick', emotes: [{ name: 'Lamp', url: addressOf('png') }] },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining('attachment; filename="kick-emotes.zip"'),
  });
  expect(answer.text.slice(0, 2)).toBe('PK');
});
