import type { NoticeBody } from '@tally/contract';
import { days, hours, minutes } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { news } from './index.ts';
import { addNews, removeNews, updateNews } from './service/edit.ts';
import { addNotice, findNewChangelog, findNotice, listNotices, removeNotice, updateNotice } from './service/notices.ts';

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
const inTime = (ms: number) => new Date(world.clock.now().getTime() + ms);
const put = async (text: string, about: Partial<NoticeBody> = {}) => {
  const body = { text, href: null, severity: 'info', audience: 'everybody', from: inTime(0), until: null } as const;
  return (await addNotice(world.ctx(), { ...body, ...about })).noticeId;
};
const shown = async () => (await findNotice(world.ctx()))?.text ?? null;

it('one is shown from its hour to its hour, the newest before the others', async () => {
  await put('To come', { from: inTime(hours(2)), until: inTime(hours(3)) });
  await put('Always', { from: inTime(-minutes(5)) });
  await put('Short', { until: inTime(hours(1)) });
  expect(await shown()).toBe('Short');
  world.clock.move(hours(1));
  expect(await shown()).toBe('Always');
  world.clock.move(hours(1));
  expect(await shown()).toBe('To come');
  world.clock.move(hours(1));
  expect(await shown()).toBe('Always');
});

it('a removal or a change applies at once; two editors do not overwrite each other', async () => {
  const id = await put('Old');
  expect(await shown()).toBe('Old');
  const [before] = await listNotices(world.ctx());
  if (!before) throw new Error('It is not listed.');
  const { noticeId: _id, version, ...body } = before;
  await updateNotice(world.ctx(), id, { body: { ...body, text: 'New' }, version });
  expect(await shown()).toBe('New');
  expect(await refusal(updateNotice(world.ctx(), id, { body, version }))).toBe('changedMeanwhile');
  await removeNotice(world.ctx(), id);
  expect(await shown()).toBeNull();
  expect(await refusal(removeNotice(world.ctx(), id))).toBe('notFound');
  expect(await refusal(removeNotice(world.ctx(), '../x'))).toBe('notFound');
});

it('does not end before it begins', async () => {
  expect(await refusal(put('Never', { until: inTime(0) }))).toBe('invalidFields');
});

it('a changelog is news for two weeks, a draft or a deleted one never', async () => {
  const write = async (identifier: string, isPublic: boolean) =>
    await addNews(world.ctx(), {
      identifier,
      title: identifier,
      date: world.clock.now(),
      changes: ['New: x'],
      isPublic,
    });
  await write('draft', false);
  expect(await findNewChangelog(world.ctx())).toBeNull();
  await write('gone', true);
  expect(await findNewChangelog(world.ctx())).toMatchObject({ identifier: 'gone' });
  await removeNews(world.ctx(), 'gone');
  expect(await findNewChangelog(world.ctx())).toBeNull();
  await updateNews(world.ctx(), 'draft', { patch: { isPublic: true }, version: undefined });
  expect(await findNewChangelog(world.ctx())).toMatchObject({ identifier: 'draft' });
  await removeNews(world.ctx(), 'draft');
  await write('lamps', true);
  expect(await findNewChangelog(world.ctx())).toEqual({ identifier: 'lamps', title: 'lamps' });
  world.clock.move(days(14));
  expect(await findNewChangelog(world.ctx())).toBeNull();
});
