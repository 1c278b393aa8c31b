import { sql } from '@tally/infra/sql';
import { AppError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '../registry.ts';
import { findDocLink, findDocs, getDoc, listDocs } from './service.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const found = async (asked: string) =>
  (await findDocs(world.ctx(), asked, 3)).map((hit) => `${hit.section}/${hit.page}`);

describe('finds what owners ask', () => {
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
  ])('%s: %s', async (asked, page) => expect(await found(asked)).toContain(page));

  it('a hit names the place in the page, and each page comes once', async () => {
    const hits = await findDocs(world.ctx(), 'pings nobody', 12);
    expect(hits).toContainEqual(
      expect.objectContaining({ page: 'error-log', heading: 'Pings nobody', anchor: 'on-pings-nobody' }),
    );
    for (const asked of ['giveaway', 'stripe keys', 'permission of the bot in a channel']) {
      const addresses = (await findDocs(world.ctx(), asked, 12)).map(({ section, page }) => `${section}/${page}`);
      expect([addresses.length > 1, new Set(addresses).size]).toEqual([true, addresses.length]);
    }
  });

  it.each(['', '   '])('nothing asked (%j): the first pages', async (asked) => {
    expect(await found(asked)).toEqual([
      'tutorials/first-message',
      'tutorials/find-your-way',
      'tutorials/many-streamers',
    ]);
  });

  it.each(['qzxwvk jjpqy', '🎉', '\u202e', '?!…'])('%j finds nothing', async (asked) => {
    expect(await found(asked)).toEqual([]);
  });
});

it('a page contains the plans’ current limits', async () => {
  const row = () => getDoc(world.ctx(), { section: 'premium', page: 'limits' });
  expect((await row()).markdown).toMatch(/\| Kick connections \| 30 \| 60 \| 90 \|/);
  await world.db.execute(sql`update plan_limits set value = 31 where name = 'KickConnections' and value = 30`);
  await world.ctx().cache.forgetPrefix('');
  expect((await row()).markdown).toMatch(/\| Kick connections \| 31 \| 60 \| 90 \|/);
});

it('the texts contain the site’s name', async () => {
  expect((await getDoc(world.ctx(), { section: 'tutorials', page: 'first-message' })).markdown).toContain(
    'Tally learns',
  );
});

it('the sections are in order, and an unknown page is refused', async () => {
  const sections = await listDocs(world.ctx());
  expect(sections[0]).toMatchObject({ section: 'tutorials', title: 'Tutorials' });
  expect(sections.every(({ pages }) => pages.length > 1)).toBe(true);
  const refused = await getDoc(world.ctx(), { section: 'tutorials', page: 'index' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(await findDocLink(world.ctx(), '../../../etc/passwd')).toBeNull();
});
