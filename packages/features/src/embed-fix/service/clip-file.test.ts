import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Ctx, silentLog, systemTimers, UpstreamError } from '@tally/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from './clip-file.ts';

/** Whoever names another host than Kick's in a clip finds nobody who asks there. */
let asked = 0;
const stored: string[] = [];
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
    files: { find: async () => null, put: async (key: string) => void stored.push(key) },
    platforms: { find: () => ({ readPage: async () => ({ playlistUrl }) }) },
  }) as never;

test.each(['/playlist.m3u8', '/playlist.mp4'])('a clip at another host is left alone (%s)', async (path) => {
  await makeClip(ctxOf(`${origin}${path}`, 'http://127.0.0.1:1/clips'), 'clip_1');
  expect([asked, stored]).toEqual([0, []]);
});

test('a clip that is not there is tried again later', async () => {
  await expect(makeClip(ctxOf(`${origin}/playlist.m3u8`, origin), 'clip_1')).rejects.toThrow(UpstreamError);
  expect([asked, stored]).toEqual([1, []]);
});
