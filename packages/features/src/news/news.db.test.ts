import { sql } from '@tally/infra/sql';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { news } from './index.ts';
import { addNews, removeNews, updateNews } from './service/edit.ts';
import { importReleases } from './service/import.ts';
import { readAllNews, readNews } from './service/read.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [news] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );
const post = async (identifier: string, about: { day?: number; isPublic?: boolean } = {}) =>
  await addNews(world.ctx(), {
    identifier,
    title: identifier,
    date: new Date(Date.UTC(2026, 10, about.day ?? 1)),
    changes: ['New: one'],
    isPublic: about.isPublic ?? true,
  });
const names = (list: readonly { identifier: string }[]) => list.map(({ identifier }) => identifier);

it('everyone sees published ones, newest first; staff see drafts too', async () => {
  await post('first', { day: 1 });
  await post('draft', { day: 3, isPublic: false });
  await post('second', { day: 2 });
  expect(names(await readNews(world.ctx(), {}))).toEqual(['second', 'first']);
  expect(names(await readAllNews(world.ctx(), {}))).toEqual(['draft', 'second', 'first']);
});

it('pages follow each other, also where several have one date', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await post(name);
  const first = await readNews(world.ctx(), { limit: 2 });
  const second = await readNews(world.ctx(), { limit: 2, cursor: first.at(-1)?.identifier });
  const third = await readNews(world.ctx(), { limit: 2, cursor: second.at(-1)?.identifier });
  expect(names([...first, ...second, ...third])).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect(await refusal(readNews(world.ctx(), { cursor: 'made-up' }))).toBe('badCursor');
});

it('a name is unique, and two editors do not overwrite each other', async () => {
  await post('one');
  expect(await refusal(post('one'))).toBe('alreadyExists');
  const [before] = await readAllNews(world.ctx(), {});
  const save = async (title: string) =>
    await refusal(updateNews(world.ctx(), 'one', { patch: { title }, version: before?.version }));
  expect(await save('Mine')).toBe('nothing was refused');
  expect(await save('Yours')).toBe('changedMeanwhile');
  const [after] = await readAllNews(world.ctx(), {});
  expect(after).toMatchObject({ title: 'Mine', changes: ['New: one'], feedId: before?.feedId });
});

it('a missing one is neither changed nor deleted', async () => {
  expect(await refusal(updateNews(world.ctx(), 'none', { patch: {}, version: undefined }))).toBe('notFound');
  expect(await refusal(removeNews(world.ctx(), 'none'))).toBe('notFound');
});

describe('the changelog of the program itself', () => {
  const file = `# Changelog\n\n## Unreleased\n\n### Added\n- Not yet\n\n## 1.1.0 (2026-11-20)\n\n### Added\n- Teams, which\n  help.\n\n### Fixed\n- A fault\n\n## [1.0.0] - 2026-10-01\n- The beginning\n`;
  const take = async () => await importReleases(world.ctx(), async () => file);

  it('releases become drafts once each, unreleased sections do not', async () => {
    await take();
    await take();
    const list = await readAllNews(world.ctx(), {});
    expect(list).toMatchObject([
      { identifier: 'v1-1-0', title: '1.1.0', changes: ['New: Teams, which help.', 'Fixed: A fault'], isPublic: false },
      { identifier: 'v1-0-0', changes: ['The beginning'], isImported: true },
    ]);
    expect(await readNews(world.ctx(), {})).toEqual([]);
  });

  it('a deleted draft stays deleted', async () => {
    await take();
    await removeNews(world.ctx(), 'v1-0-0');
    await take();
    expect(names(await readAllNews(world.ctx(), {}))).toEqual(['v1-1-0']);
  });

  it('ours can be read', async () => {
    await importReleases(world.ctx());
    expect((await world.db.execute(sql`select count(*)::int as total from changelog_imports`)).rows).toHaveLength(1);
  });
});
