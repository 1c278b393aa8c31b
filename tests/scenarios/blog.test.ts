import { type BlogInDetail, type BlogPage, type BlogRevision, blog } from '@tally/contract';
import { days } from '@tally/kernel';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

/** Staff write a post, and readers find it and react. Each test continues from the last one. */
let api: TestApi;
let staff: string;
beforeAll(async () => {
  api = await testApi({ env: { OWNER_IDS: demoUser } });
});
afterAll(() => api.close());
// The clock moves by days, which ends logins.
beforeEach(async () => {
  staff = await api.logIn();
});

const read = async (id: string, preview?: string) =>
  await api.call(blog.getBlog, { params: { id }, query: { preview } });
const listed = async () =>
  ((await api.call(blog.listBlogs, { query: {} })).json.data as BlogPage[]).map(({ identifier }) => identifier);
const change = async (id: string, body: object) => {
  const draft = (await api.call(blog.getBlogDraft, { params: { id } }, staff)).json.data as BlogInDetail;
  const answer = await api.call(blog.updateBlog, { params: { id }, query: { version: draft.version }, body }, staff);
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
};

it('a draft is read by staff, and for a day by people with its link', async () => {
  const body = {
    identifier: 'summer',
    title: 'Summer',
    content: 'Words',
    authorName: 'Ada',
    authorIcon: 'https://tally.example/ada.png',
    tags: ['lamps'],
    isPinned: false,
    isPublic: false,
  };
  expect((await api.call(blog.addBlog, { body }, staff)).json.error).toBeUndefined();
  const link = (await api.call(blog.shareBlogDraft, { params: { id: 'summer' } }, staff)).json.data;
  const preview = new URL(String(link)).searchParams.get('preview') ?? '';
  expect((await read('summer')).status).toBe(404);
  expect((await read('summer', preview)).json.data).toMatchObject({ title: 'Summer', isPreview: true });
  api.clock.move(days(1) + 1);
  expect((await read('summer', preview)).status).toBe(404);
});

it('a post appears at its hour, and its old address redirects to the new one', async () => {
  await change('summer', { isPublic: true, publishAt: new Date(api.clock.now().getTime() + days(1)) });
  expect([await listed(), (await read('summer')).status]).toEqual([[], 404]);
  api.clock.move(days(1) + 1);
  expect(await listed()).toEqual(['summer']);
  staff = await api.logIn();
  await change('summer', { identifier: 'winter', content: 'Other words' });
  expect((await read('summer')).json.data).toMatchObject({ identifier: 'winter', content: 'Other words' });
  const about = { id: 'winter' };
  const revisions = (await api.call(blog.listBlogRevisions, { params: about }, staff)).json.data as BlogRevision[];
  expect(revisions.map(({ revision, savedBy }) => [revision, savedBy])).toEqual([
    [3, 'robin'],
    [2, 'robin'],
    [1, 'robin'],
  ]);
  const first = await api.call(blog.getBlogRevision, { params: { ...about, revision: 1 } }, staff);
  expect(first.json.data).toMatchObject({ content: 'Words', isPublic: false });
});

it('a reader has one reaction, and may change or remove it', async () => {
  const reader = await api.logIn(somebodyElse);
  const react = async (reaction: 'love' | 'party' | null) => {
    await api.call(blog.reactToBlog, { params: { id: 'winter' }, body: { reaction } }, reader);
    return (await api.call(blog.getBlog, { params: { id: 'winter' }, query: {} }, reader)).json.data;
  };
  expect(await react('love')).toMatchObject({ ownReaction: 'love', reactionCounts: { love: 1, party: 0 } });
  expect(await react('party')).toMatchObject({ ownReaction: 'party', reactionCounts: { love: 0, party: 1 } });
  expect(await react(null)).toMatchObject({ ownReaction: null, reactionsCount: 0 });
});
