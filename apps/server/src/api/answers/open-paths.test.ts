import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '@tally/infra/crypto';
import { createDiskFiles, type DiskFiles } from '@tally/infra/files';
import { type Feature, systemClock, systemRandom } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareDoors, sampleApi } from '../sample.ts';

let folder: string;
let app: FastifyInstance;
let files: DiskFiles;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-open-'));
  const secrets = createSecrets({ keys: [{ id: 'a', bytes: Buffer.alloc(32, 1) }], random: systemRandom });
  files = createDiskFiles({ folder, publicUrl: '/files', secrets, clock: systemClock });
  await files.put('clips/a.mp4', Buffer.from('0123456789'));
  const feature: Partial<Feature> = {
    openPaths: [
      {
        word: 'e',
        answer: async (_ctx, { segments }) => ({
          file: `clips/${segments[0]}`,
          headers: { 'cache-control': 'no-store' },
        }),
      },
    ],
  };
  app = await sampleApi({ feature, options: { doors: { ...bareDoors(), files } } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ask = async (range: string | undefined, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await app.inject({ url: '/e/a.mp4', method, headers: range ? { range } : {} });
  return [answer.statusCode, answer.headers['content-range'], answer.headers['content-length'], answer.body];
};

test('serves a file completely, or the requested range', async () => {
  expect(await ask(undefined)).toEqual([200, undefined, '10', '0123456789']);
  expect(await ask('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '3', '234']);
  expect(await ask('bytes=8-')).toEqual([206, 'bytes 8-9/10', '2', '89']);
  expect(await ask('bytes=-3')).toEqual([206, 'bytes 7-9/10', '3', '789']);
  expect(await ask('bytes=4-99')).toEqual([206, 'bytes 4-9/10', '6', '456789']);
});

test('refuses a range behind the end with the size, and serves all for an invalid range', async () => {
  expect(await ask('bytes=10-')).toEqual([416, 'bytes */10', '0', '']);
  for (const whole of ['bytes=0-1,4-5', 'bytes=5-2', 'lines=1-2', 'bytes=-']) {
    expect((await ask(whole))[0]).toBe(200);
  }
});

test('answers HEAD with the size and the support of ranges', async () => {
  const answer = await app.inject({ url: '/e/a.mp4', method: 'HEAD' });
  expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '10', '']);
  expect(answer.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/mp4' });
  expect((await app.inject('/e/none.mp4')).statusCode).toBe(404);
  expect((await app.inject({ url: '/e/a.mp4', method: 'POST' })).statusCode).toBe(404);
});

test('parts of one file are put together, and never of two', async () => {
  const etag = String((await app.inject('/e/a.mp4')).headers['etag']);
  expect(etag).toMatch(/^"[\w-]+"$/);
  const part = async (known: string) => {
    const { statusCode, body } = await app.inject({
      url: '/e/a.mp4',
      headers: { range: 'bytes=8-', 'if-range': known },
    });
    return [statusCode, body];
  };
  expect(await part(etag)).toEqual([206, '89']);
  expect(await part('"another"')).toEqual([200, '0123456789']);
  expect(await part(`W/${etag}`)).toEqual([200, '0123456789']);
  expect(await part('Wed, 25 Nov 2026 00:00:00 GMT')).toEqual([200, '0123456789']);
  const known = await app.inject({ url: '/e/a.mp4', headers: { 'if-none-match': etag } });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  await files.put('clips/a.mp4', Buffer.from('9876543210'));
  expect(await part(etag)).toEqual([200, '9876543210']);
});
