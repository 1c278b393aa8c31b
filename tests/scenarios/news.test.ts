import { type NewsInDetail, type Notice, news } from '@tally/contract';
import { days, hours } from '@tally/kernel';
import { demoUser, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

/** Staff write changelogs and notices above every page, and visitors read them. */
let api: TestApi;
let staff: string;
beforeAll(async () => {
  api = await testApi({ env: { OWNER_IDS: demoUser } });
});
afterAll(() => api.close());
// The clock moves by weeks, which ends logins.
beforeEach(async () => {
  staff = await api.logIn();
});

/** Fetches the data that every page loads first. */
const front = async () => (await api.request('GET', '/')).json.data;
const published = async () =>
  ((await api.call(news.listNews, { query: {} })).json.data as { identifier: string }[]).map((each) => each.identifier);

it('a changelog is a draft, then public for all, and new for two weeks', async () => {
  const body = {
    identifier: 'november',
    title: 'November',
    date: api.clock.now(),
    changes: ['New: lamps'],
    isPublic: false,
  };
  expect((await api.call(news.addNews, { body }, staff)).json.error).toBeUndefined();
  expect([await published(), await front()]).toMatchObject([[], { changelog: null }]);
  expect((await api.call(news.listAllNews, { query: {} })).status).toBe(401);
  const [draft] = (await api.call(news.listAllNews, { query: {} }, staff)).json.data as NewsInDetail[];
  const version = draft?.version;
  const publish = async (title: string) => {
    const change = { params: { id: 'november' }, query: { version }, body: { isPublic: true, title } };
    return (await api.call(news.updateNews, change, staff)).json.code;
  };
  expect(await publish('Lamps')).toBeUndefined();
  // Another editor has the older draft open.
  expect(await publish('Other')).toBe('changedMeanwhile');
  expect(await published()).toEqual(['november']);
  expect(await front()).toMatchObject({ changelog: { identifier: 'november', title: 'Lamps' } });
  api.clock.move(days(14));
  expect([await published(), await front()]).toMatchObject([['november'], { changelog: null }]);
});

it('a notice is above every page from its hour to its hour, or until it is removed', async () => {
  const now = api.clock.now().getTime();
  const add = async (text: string, from: Date, until: Date | null) => {
    const body = { text, href: '/changelogs', severity: 'info', audience: 'everybody', from, until } as const;
    return (await api.call(news.addNotice, { body }, staff)).json;
  };
  expect((await add('Never', new Date(now), new Date(now))).code).toBe('invalidFields');
  await add('Maintenance', new Date(now + hours(1)), new Date(now + hours(2)));
  expect(await front()).toMatchObject({ notice: null });
  api.clock.move(hours(1));
  expect(await front()).toMatchObject({ notice: { text: 'Maintenance', href: '/changelogs' } });
  api.clock.move(hours(1));
  expect(await front()).toMatchObject({ notice: null });
  await add('Until removed', api.clock.now(), null);
  expect(await front()).toMatchObject({ notice: { text: 'Until removed' } });
  const listed = (await api.call(news.listNotices, {}, staff)).json.data as Notice[];
  for (const { noticeId } of listed) await api.call(news.removeNotice, { params: { noticeId } }, staff);
  expect([listed.length, await front()]).toMatchObject([2, { notice: null }]);
});
