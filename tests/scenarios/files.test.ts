import { blog, files, type StoredFile } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Staff upload a picture for a post; visitors see it until it is deleted. */
let api: TestApi;
let staff: string;
beforeAll(async () => {
  api = await testApi({ env: { OWNER_IDS: demoUser } });
  staff = await api.logIn();
});
afterAll(() => api.close());

const picture = async (width: number) =>
  await sharp({ create: { width, height: 8, channels: 3, background: '#c22' } })
    .png()
    .toBuffer();
const upload = async (file: Uint8Array, more: Record<string, string> = {}) =>
  await api.request('POST', '/data/files', { token: staff, file, fields: { key: 'blog/cat.png', ...more } });
const list = async () => (await api.call(files.listFiles, { query: {} }, staff)).json.data as StoredFile[];
const see = async (url: string) => await api.request('GET', new URL(url).pathname);

it('a picture is stored once, shown to everyone, replaced on request, and missing after its deletion', async () => {
  expect((await api.call(files.listFiles, { query: {} }, await api.logIn(somebodyElse))).status).toBe(403);
  expect((await upload(Buffer.from('<script>alert(1)</script>'))).json.code).toBe('fileUnlike');
  expect(await list()).toEqual([]);

  expect((await upload(await picture(8))).json.error).toBeUndefined();
  expect((await upload(await picture(9))).json.code).toBe('fileTaken');
  expect((await upload(await picture(9), { replace: 'true' })).status).toBe(200);
  const body = {
    identifier: 'summer',
    title: 'Summer',
    content: 'Look: ![A cat](/files/content/blog/cat.png#9x8).',
    authorName: 'Ada',
    authorIcon: 'https://tally.example/ada.png',
    tags: [],
    isPinned: false,
    isPublic: true,
  };
  expect((await api.call(blog.addBlog, { body }, staff)).json.error).toBeUndefined();
  const [stored, ...others] = await list();
  const usedIn = [{ title: 'Summer', path: '/admin/blogs/summer' }];
  expect([stored, others]).toMatchObject([{ key: 'blog/cat.png', usedIn }, []]);
  const shown = await see(stored?.url ?? '');
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);

  const remove = async () => await api.request('DELETE', '/data/files/blog%2Fcat.png', { token: staff });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect([await list(), (await see(stored?.url ?? '')).status]).toEqual([[], 404]);
});
