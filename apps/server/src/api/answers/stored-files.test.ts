import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecrets } from '@tally/infra/crypto';
import { createDiskFiles } from '@tally/infra/files';
import { systemClock, systemRandom } from '@tally/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareDoors, sampleApi } from '../sample.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a signed address reads its one file and nothing else', async () => {
  const secrets = createSecrets({ keys: [{ id: 'a', bytes: Buffer.alloc(32, 1) }], random: systemRandom });
  const files = createDiskFiles({ folder, publicUrl: '/files', secrets, clock: systemClock });
  await files.put('media/1/a.png', Buffer.from('picture'));
  await files.put('media/1/b.png', Buffer.from('other'));
  const app = await sampleApi({ options: { doors: { ...bareDoors(), files } } });

  const url = await files.signedUrl('media/1/a.png', 60);
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/png', 'picture']);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');

  const over = await files.signedUrl('media/1/a.png', -1);
  const gone = await files.signedUrl('media/1/none.png', 60);
  const wrong = [
    url.replace('a.png', 'b.png'),
    url.replace('a.png', '..%2Fa.png'),
    `${url}x`,
    url.split('?')[0] ?? '',
    over,
    gone,
  ];
  for (const each of wrong) expect((await app.inject(each)).json()).toMatchObject({ status: 404, code: 'notFound' });

  const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers: told, body } = await app.inject({ url, method, headers });
    return [statusCode, told['content-range'], told['content-length'], body];
  };
  expect(await ask({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/7', '3', 'ctu']);
  expect(await ask({ range: 'bytes=9-' })).toEqual([416, 'bytes */7', '0', '']);
  expect(await ask({}, 'HEAD')).toEqual([200, undefined, '7', '']);
  expect(await ask({ range: 'bytes=2-4', 'if-range': '"older"' })).toEqual([200, undefined, '7', 'picture']);
  const download = await app.inject(await files.signedUrl('media/1/a.png', 60, { downloadName: 'long talk.png' }));
  expect(download.headers['content-disposition']).toBe('attachment; filename="long talk.png"');
});
