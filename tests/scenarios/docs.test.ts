import { type Doc, type DocHit, type DocRating, type DocSection, docs } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days } from '@tally/kernel';
import { type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDocLink } from '../../packages/features/src/docs/index.ts';
import { forgetOldRatings } from '../../packages/features/src/docs/service.ts';

/** Visitors search and read the handbook. */
let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const search = async (query: string) => (await api.call(docs.searchDocs, { query: { query } })).json.data as DocHit[];
const first = async (asked: string) =>
  (await search(asked)).slice(0, 3).map(({ section, page }) => `${section}/${page}`);
const read = async (section: string, page: string) => await api.call(docs.getDoc, { params: { section, page } });
const markdown = async (section: string, page: string) => ((await read(section, page)).json.data as Doc).markdown;

describe('finds answers to owners’ questions', () => {
  it.each([
    ['why was nothing posted', 'help/nothing-was-posted'],
    ['notifcation did not come why nothing postd', 'help/nothing-was-posted'],
    ['role of the bot too high', 'help/error-log'],
    ['bakups', 'self-hosting/backups'],
    ['birthday', 'community/birthdays'],
    ['quiet hours digest', 'messages/quiet-hours'],
    ['custom embed colour', 'messages/embeds-and-buttons'],
    ['placeholders', 'messages/placeholders'],
    ['is the giveaway fair', 'community/how-a-draw-works'],
    ['twitch subscriber role', 'platforms/twitch'],
    ['STRIPE_SECRET_KEY', 'self-hosting/sell-plans'],
    ['cancel subscription', 'premium/plans'],
    ['rerun', 'tutorials/a-quiet-night'],
    ['delete my data', 'dashboard/privacy'],
    ['timezone', 'messages/quiet-hours'],
    ['premision', 'dashboard/permissions'],
    ['dark mode', 'tutorials/find-your-way'],
    ['refund', 'premium/plans'],
    ['price', 'premium/plans'],
    ['mod rolle', 'dashboard/record-of-changes'],
  ])('%s: %s', async (asked, page) => expect(await first(asked)).toContain(page));

  it('a hit names the place in the page, and each page appears once', async () => {
    expect(await search('pings nobody')).toContainEqual(
      expect.objectContaining({ page: 'error-log', heading: 'Pings nobody', anchor: 'on-pings-nobody' }),
    );
    for (const asked of ['giveaway', 'stripe keys', 'permission of the bot in a channel']) {
      const addresses = (await search(asked)).map(({ section, page }) => `${section}/${page}`);
      expect([addresses.length > 1, new Set(addresses).size]).toEqual([true, addresses.length]);
    }
  });

  it('a hit shows the sentence with its words marked', async () => {
    const hit = (await search('timezone')).find(({ page }) => page === 'quiet-hours');
    expect(hit?.sentence.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['time', 'zone']),
    );
  });

  it.each(['', '   '])('nothing asked (%j): the first pages', async (asked) => {
    expect(await first(asked)).toEqual([
      'tutorials/first-message',
      'tutorials/find-your-way',
      'tutorials/many-streamers',
    ]);
  });

  it.each(['qzxwvk jjpqy', '🎉', '\u202e', '?!…'])('%j finds nothing', async (asked) => {
    expect(await search(asked)).toEqual([]);
  });
});

it('a page contains the plans’ current limits', async () => {
  expect(await markdown('premium', 'limits')).toMatch(/\| Kick connections \| 30 \| 60 \| 90 \|/);
  await api.ctx.db.execute(sql`update plan_limits set value = 31 where name = 'KickConnections' and value = 30`);
  await api.ctx.cache.forgetPrefix('');
  expect(await markdown('premium', 'limits')).toMatch(/\| Kick connections \| 31 \| 60 \| 90 \|/);
});

it('the texts contain the site’s name', async () => {
  expect(await markdown('tutorials', 'first-message')).toContain('Tally can read');
});

it('the sections are in order, and an unknown page is refused', async () => {
  const sections = (await api.call(docs.listDocs, {})).json.data as DocSection[];
  expect(sections[0]).toMatchObject({ section: 'tutorials', title: 'Tutorials' });
  // The sections have the order of the tiles, so "next" leads from task to task.
  expect(sections.slice(0, 4).map(({ section }) => section)).toEqual(['tutorials', 'platforms', 'premium', 'help']);
  expect(sections.every(({ pages }) => pages.length > 1)).toBe(true);
  expect((await read('tutorials', 'index')).status).toBe(404);
  expect(await findDocLink(api.ctx, '../../../etc/passwd')).toBeNull();
});

describe('in Arabic', () => {
  const arabic = { headers: { 'accept-language': 'ar-SA' } };
  const ask = async (path: string) => (await api.request('GET', path, arabic)).json.data;

  it('a translated page keeps the anchors of the English one, and another page is English', async () => {
    const page = (await ask('/data/docs/help/nothing-was-posted')) as Doc;
    expect(page).toMatchObject({ title: 'لماذا لم يُنشر شيء؟', languages: expect.arrayContaining(['ar-SA', 'en-US']) });
    expect(page.anchors).toEqual(((await read('help', 'nothing-was-posted')).json.data as Doc).anchors);
    expect(page.anchors).toContain('on-there-is-no-row');
    expect(page.markdown).toContain('| اختر قناة أخرى |');
    expect(await ask('/data/docs/platforms/kick')).toMatchObject({ title: 'Kick', languages: ['en-US'] });
  });

  it.each([
    ['لماذا لم ينشر شيء', 'help/nothing-was-posted'],
    ['صلاحيات البوت', 'dashboard/permissions'],
    ['permissions', 'dashboard/permissions'],
  ])('%s: %s', async (asked, page) => {
    const hits = (await ask(`/data/docs/search?query=${encodeURIComponent(asked)}`)) as DocHit[];
    expect(hits.slice(0, 3).map((hit) => `${hit.section}/${hit.page}`)).toContain(page);
  });
});

it('each section has an image for links to it, and an unknown one has none', async () => {
  const image = await api.request('GET', '/files/share/docs/self-hosting.png');
  expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await api.request('GET', '/files/share/docs/no-such-section.png')).status).toBe(404);
});

it('readers rate a page as helpful or not: once a day and address, without their name', async () => {
  const params = { section: 'help', page: 'status' };
  const rate = async (from: string, body: object) =>
    await api.request('POST', '/data/docs/help/status/helpful', { body, headers: { 'x-forwarded-for': from } });
  const ratings = async () => (await api.call(docs.listDocRatings, {}, await api.logIn())).json.data as DocRating[];
  for (const isHelpful of [false, false, true]) await rate('203.0.113.7', { isHelpful });
  await rate('203.0.113.8', { isHelpful: true });
  const sentence = 'It does not say which time zone.';
  const sent = [];
  for (let time = 0; time < 6; time += 1) sent.push(await rate('203.0.113.7', { isHelpful: false, sentence }));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  const [found] = await ratings();
  expect(found).toMatchObject({ ...params, title: 'Is it down?', helpful: 1, unhelpful: 1 });
  expect(found?.sentences).toHaveLength(5);
  expect(found?.sentences[0]).toMatchObject({ text: sentence, isHelpful: false, locale: 'en-US' });
  expect(
    (await api.call(docs.rateDoc, { params: { section: 'help', page: 'none' }, body: { isHelpful: true } })).status,
  ).toBe(404);
  expect((await api.call(docs.listDocRatings, {}, await api.logIn('200000000000000001'))).status).toBe(403);

  api.clock.move(days(366));
  await forgetOldRatings(api.ctx);
  expect(await ratings()).toEqual([]);
});
