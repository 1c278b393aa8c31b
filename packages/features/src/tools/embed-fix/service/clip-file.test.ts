import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ctx, silentLog, systemTimers, UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropOldClips, makeClip } from './clip-file.ts';

/** A clip that names a foreign host must not cause a call to that host. */
let asked = 0;
const stored: string[] = [];
let free: number | null = null;
const canary = createServer((_req, res) => {
  asked += 1;
  res.writeHead(404).end();
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});

const ctxOf = (playlistUrl: string, clipsUrl: string): Ctx =>
  ({
    timers: systemTimers,
    log: silentLog,
    config: { kick: { clipsUrl }, browserHeaders: {} },
    files: {
      find: async () => null,
      freeBytes: async () => free,
      put: async (key: string) => void stored.push(key),
    },
    platforms: fakePlatforms({ kick: { pages: { readPage: async () => ({ playlistUrl }) } } }),
  }) as never;

test.each(['/playlist.m3u8', '/playlist.mp4'])('a clip at another host is left alone (%s)', async (path) => {
  await makeClip(ctxOf(`${origin}${path}`, 'http://127.0.0.1:1/clips'), 'clip_1');
  expect([asked, stored]).toEqual([0, []]);
});

test.each(['/playlist.m3u8', '/clip_of_2023.mp4'])(
  'tries again later for a clip that is missing (%s)',
  async (path) => {
    asked = 0;
    await expect(makeClip(ctxOf(`${origin}${path}`, origin), 'clip_1')).rejects.toThrow(UpstreamError);
    expect([asked, stored]).toEqual([1, []]);
  },
);

test('no video is made on a nearly full disk', async () => {
  const before = asked;
  free = 1024 ** 3 - 1;
  await makeClip(ctxOf(`${origin}/playlist.m3u8`, origin), 'clip_1');
  free = null;
  expect([asked - before, stored]).toEqual([0, []]);
});

test('all videos together keep within a bound, and the oldest go first', async () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const mebibytes = 1024 ** 2;
  const kept = [
    { key: 'newest', size: 400 * mebibytes, modifiedAt: new Date(now - 1_000) },
    { key: 'older', size: 400 * mebibytes, modifiedAt: new Date(now - 3_000) },
    { key: 'newer', size: 200 * mebibytes, modifiedAt: new Date(now - 2_000) },
    { key: 'too old', size: mebibytes, modifiedAt: new Date(now - 8 * 86_400_000) },
  ];
  const gone: string[] = [];
  const files = {
    async *list() {
      yield* kept;
    },
    delete: async (key: string) => void gone.push(key),
  };
  const ctx = { files, clock: { now: () => new Date(now) } } as never;
  await dropOldClips(ctx);
  expect(gone.splice(0)).toEqual(['too old']);
  await dropOldClips(ctx, 50 * mebibytes);
  expect(gone).toEqual(['too old', 'older']);
});
