import type { BlogBody, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days, hours } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { blog } from './index.ts';
import { openPaths } from './routes.ts';
import { forgetViewers } from './service/count.ts';
import { addBlog, removeBlog, updateBlog } from './service/edit.ts';
import { sharePreview } from './service/preview.ts';
import { reactToBlog } from './service/react.ts';
import { fileUses, readAllBlogs, readBlog, readBlogs, readDraft, readRevision, readRevisions } from './service/read.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [blog, account] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const anna = person('200000000000000001');
const ben = person('200000000000000002');
const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );
const post = async (identifier: string, about: Partial<BlogBody> = {}) =>
  await addBlog(world.ctx({ caller: anna }), {
    identifier,
    title: identifier,
    content: 'Words',
    authorName: 'Ada',
    authorIcon: 'https://tally.example/ada.png',
    tags: [],
    isPinned: false,
    isPublic: true,
    ...about,
  });
const change = async (name: string, patch: Parameters<typeof updateBlog>[2]['patch'], version?: string) =>
  await updateBlog(world.ctx({ caller: ben }), name, { patch, version });
const names = (list: readonly { identifier: string }[]) => list.map(({ identifier }) => identifier);
const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms);
const read = async (name: string, preview?: string) => await readBlog(world.ctx(), name, preview);
const tokenIn = (address: string) => new URL(address).searchParams.get('preview') ?? '';

describe('the public view', () => {
  it('pinned posts first, then the newest; only staff see drafts and waiting ones', async () => {
    await post('pinned', { isPinned: true });
    world.clock.move(1000);
    await post('first');
    world.clock.move(1000);
    await post('second');
    await post('draft', { isPublic: false });
    await post('tomorrow', { publishAt: inMs(days(1)) });
    expect(names(await readBlogs(world.ctx(), {}))).toEqual(['pinned', 'second', 'first']);
    expect(names(await readAllBlogs(world.ctx(), {}))).toHaveLength(5);
    expect(await refusal(read('draft'))).toBe('notFound');
    expect(await refusal(read('tomorrow'))).toBe('notFound');
    // No job runs here: a post becomes public when its publishing time passes.
    world.clock.move(days(1) + 1);
    expect(names(await readBlogs(world.ctx(), {}))).toEqual(['pinned', 'tomorrow', 'second', 'first']);
  });

  it('pages follow each other, even for equal publishing times, and across the pinned ones', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await post(name, { isPinned: name < 'c' });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; cursor = seen.at(-1)) {
      const page = names(await readBlogs(world.ctx(), { limit: 2, cursor }));
      if (page.length === 0) break;
      seen.push(...page);
    }
    expect(seen).toEqual(['b', 'a', 'e', 'd', 'c']);
    const all = names(await readAllBlogs(world.ctx(), { limit: 3 }));
    expect([...all, ...names(await readAllBlogs(world.ctx(), { cursor: all.at(-1) }))]).toEqual([
      'e',
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(await refusal(readBlogs(world.ctx(), { cursor: 'made-up' }))).toBe('badCursor');
  });

  it('filters by tag', async () => {
    await post('one', { tags: ['news', 'a "quoted" one'] });
    await post('two', { tags: ['newsletter'] });
    expect(names(await readBlogs(world.ctx(), { tag: 'news' }))).toEqual(['one']);
    expect(names(await readBlogs(world.ctx(), { tag: 'a "quoted" one' }))).toEqual(['one']);
  });
});

describe('editing by staff', () => {
  it('two editors do not overwrite each other, and saving the same again is no new save', async () => {
    await post('one');
    const before = await readDraft(world.ctx(), 'one');
    await change('one', { title: 'Mine' }, before.version);
    expect(await refusal(change('one', { title: 'Yours' }, before.version))).toBe('changedMeanwhile');
    const after = await readDraft(world.ctx(), 'one');
    expect(after).toMatchObject({ title: 'Mine', content: 'Words', feedId: before.feedId, revision: 2 });
    await change('one', { title: 'Mine' }, after.version);
    expect((await readDraft(world.ctx(), 'one')).revision).toBe(2);
    expect(await refusal(change('none', {}))).toBe('notFound');
    expect(await refusal(removeBlog(world.ctx(), 'none'))).toBe('notFound');
  });

  it('the last fifty saves stay, with their authors', async () => {
    await post('one', { content: 'version 1' });
    for (let at = 2; at <= 53; at += 1) await change('one', { content: `version ${at}` });
    const list = await readRevisions(world.ctx(), 'one');
    expect([list.length, list[0]?.revision, list.at(-1)?.revision]).toEqual([50, 53, 4]);
    const old = await readRevision(world.ctx(), 'one', 4);
    expect([old.content, old.publishAt]).toEqual(['version 4', expect.any(Date)]);
    expect(await refusal(readRevision(world.ctx(), 'one', 3))).toBe('notFound');
  });

  it('a moved post keeps its old names and its feed id, and no other post gets those names', async () => {
    await post('one');
    const { feedId } = await read('one');
    await change('one', { identifier: 'two' });
    await change('two', { identifier: 'three' });
    for (const name of ['one', 'two', 'three']) expect(await read(name)).toMatchObject({ identifier: 'three', feedId });
    expect(await refusal(post('one'))).toBe('alreadyExists');
    await post('other');
    expect(await refusal(change('other', { identifier: 'two' }))).toBe('alreadyExists');
    expect(await refusal(change('other', { identifier: 'three' }))).toBe('alreadyExists');
    await change('three', { identifier: 'one' });
    expect(await read('three')).toMatchObject({ identifier: 'one' });
    expect(await read('one')).toMatchObject({ identifier: 'one' });
  });

  it('a post with an image needs a description of it before it is public', async () => {
    const bare = 'Look: ![ ](/files/content/cat.png#8x8)';
    await post('draft', { isPublic: false, content: bare });
    expect(await refusal(change('draft', { isPublic: true }))).toBe('pictureNeedsWords');
    await change('draft', { isPublic: true, content: bare.replace('[ ]', '[A cat]') });
    expect(await fileUses(world.ctx())).toMatchObject([
      { path: '/admin/blogs/draft', text: expect.stringContaining('cat.png') },
    ]);
  });

  it('by a link anybody reads a draft for a day, and no other post', async () => {
    await post('draft', { isPublic: false });
    await post('secret', { isPublic: false });
    const token = tokenIn(await sharePreview(world.ctx(), 'draft'));
    expect(await read('draft', token)).toMatchObject({ isPreview: true });
    expect(await refusal(read('secret', token))).toBe('notFound');
    expect(await refusal(read('draft', token.replace(/^\d/, '9')))).toBe('notFound');
    await change('draft', { identifier: 'renamed' });
    expect(await read('renamed', token)).toMatchObject({ isPreview: true });
    world.clock.move(hours(24));
    expect(await refusal(read('renamed', token))).toBe('notFound');
  });
});

describe('readers’ actions', () => {
  const visit = async (about: { ip?: string; userAgent?: string; name?: string } = {}) => {
    const { ip = '192.0.2.1', userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', name = 'one' } = about;
    return await readBlog(world.ctx({ client: { ip, userAgent } }), name, undefined);
  };
  const views = async () => (await readDraft(world.ctx(), 'one')).views;

  it('a view a person and day; programs are not counted', async () => {
    await post('one');
    for (const userAgent of ['', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0'])
      await visit({ userAgent });
    expect(await views()).toBe(0);
    await visit();
    await visit();
    expect(await views()).toBe(1);
    await visit({ ip: '192.0.2.2' });
    await Promise.all([visit({ ip: '192.0.2.3' }), visit({ ip: '192.0.2.3' })]);
    expect(await views()).toBe(3);
    world.clock.move(days(1));
    await visit();
    expect(await views()).toBe(4);
  });

  it('readers cannot be identified, and are deleted at night', async () => {
    await post('one');
    await visit();
    const rows = async () => (await world.db.execute(sql`select * from blog_viewers, blog_salts`)).rows;
    expect(JSON.stringify(await rows())).not.toContain('192.0.2.1');
    await forgetViewers(world.ctx());
    expect(await rows()).toHaveLength(1);
    world.clock.move(days(1));
    await forgetViewers(world.ctx());
    expect([await rows(), await views()]).toEqual([[], 1]);
  });

  it('one reaction each; drafts have none', async () => {
    await post('one');
    await post('draft', { isPublic: false });
    const react = async (caller: typeof anna, reaction: 'love' | 'party' | null, name = 'one') =>
      await reactToBlog(world.ctx({ caller }), name, reaction);
    await react(anna, 'love');
    await react(anna, 'party');
    await react(ben, 'party');
    const counts = async () => await readBlog(world.ctx({ caller: anna }), 'one', undefined);
    expect(await counts()).toMatchObject({
      reactionsCount: 2,
      reactionCounts: { love: 0, party: 2 },
      ownReaction: 'party',
    });
    await react(anna, null);
    expect(await counts()).toMatchObject({ reactionsCount: 1, ownReaction: null });
    expect(await refusal(react(anna, 'love', 'draft'))).toBe('notFound');
    expect((await readAllBlogs(world.ctx(), {})).at(-1)).toMatchObject({ identifier: 'one', reactions: ['party'] });
  });

  it('a person’s reactions are exported, and deleted with them', async () => {
    await post('one');
    await reactToBlog(world.ctx({ caller: anna }), 'one', 'love');
    const id = '200000000000000001' as UserId;
    expect(await blog.exportUser(world.ctx(), id)).toMatchObject({ reactions: [{ post: 'one', reaction: 'love' }] });
    await blog.forgetUser(world.ctx(), id);
    expect(await blog.exportUser(world.ctx(), id)).toEqual({});
    expect(await readRevisions(world.ctx(), 'one')).toMatchObject([{ savedBy: null }]);
    expect((await world.db.execute(sql`select 1 from blog_revisions where saved_by is not null`)).rows).toEqual([]);
  });
});

it('a shared post has an image, which is redrawn when its title changes; drafts have none', async () => {
  await post('one');
  await post('draft', { isPublic: false });
  const ask = async (...segments: string[]) =>
    await openPaths[0]?.answer(world.ctx(), { segments, query: {}, userAgent: '' }).catch((error: unknown) => error);
  const all = async () => {
    const found: string[] = [];
    for await (const { key } of world.ctx().files.list('share/blog/')) found.push(key);
    return found;
  };
  const before = await ask('one.png');
  expect(await all()).toEqual([(before as { file: string }).file]);
  expect(await ask('one.png')).toEqual(before);
  await change('one', { title: 'Other', identifier: 'two' });
  const after = await ask('one.png');
  expect(after).not.toEqual(before);
  expect(await all()).toEqual([(after as { file: string }).file]);
  for (const odd of [['draft.png'], ['none.png'], ['two'], ['..', 'two.png'], []]) {
    expect(await ask(...odd)).toMatchObject({ code: 'notFound' });
  }
});

it('deleting a post deletes its data and frees its names', async () => {
  await post('one');
  await change('one', { identifier: 'two' });
  await reactToBlog(world.ctx({ caller: anna }), 'two', 'love');
  await removeBlog(world.ctx(), 'two');
  await post('one');
  expect(await read('one')).toMatchObject({ reactionsCount: 0, views: 0 });
});
