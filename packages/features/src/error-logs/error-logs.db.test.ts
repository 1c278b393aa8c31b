import { errorReasons, ServerId } from '@tally/contract';
import { days, hours } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs, report, solveOnPage } from './index.ts';
import type { Server } from './match.ts';
import { clearTrouble, listTrouble, newestTrouble, prune, solveMended, type Trouble, toErrorRow } from './service.ts';

const home = ServerId.parse('900000000000000001');
const other = ServerId.parse('900000000000000002');
const lacking: Trouble = {
  reason: 'missingPermission',
  details: { place: '#live' },
  missingPermissions: ['SendMessages', 'EmbedLinks', 'SendMessages'],
  action: { kind: 'grantPermissions', path: null, targetId: '123456' },
};

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [errorLogs] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

it('explains trouble in the reader’s language', async () => {
  await report(world.ctx(), home, lacking);
  const [english] = await listTrouble(world.ctx(), home);
  expect(english).toMatchObject({
    message: 'The bot lacks permissions in #live: Embed Links and Send Messages.',
    missingPermissions: ['EmbedLinks', 'SendMessages'],
    count: 1,
    time: world.clock.now().getTime(),
    action: { kind: 'grantPermissions', targetId: '123456' },
  });
  const [arabic] = await listTrouble(world.ctx({ locale: 'ar-SA' }), home);
  expect(arabic?.message).toContain('تنقص البوت صلاحيات في #live');
});

it('the same trouble counts up, also at the same time; other trouble is another line', async () => {
  const news = await Promise.all(Array.from({ length: 10 }, () => report(world.ctx(), home, lacking)));
  expect(news.filter(Boolean)).toHaveLength(1);
  world.clock.move(hours(1));
  expect(await report(world.ctx(), home, { ...lacking, missingPermissions: ['ViewChannel'] })).toBe(false);
  expect(await report(world.ctx(), home, { ...lacking, details: { place: '#clips' } })).toBe(true);
  expect(await report(world.ctx(), other, lacking)).toBe(true);
  const rows = await listTrouble(world.ctx(), home);
  expect(rows.map(({ count, missingPermissions }) => [count, missingPermissions])).toEqual([
    [1, ['EmbedLinks', 'SendMessages']],
    [11, ['ViewChannel']],
  ]);
  expect(rows[1]?.firstTime).toBe(rows[1]!.time - hours(1));
});

it('trouble after a quiet day starts a new count', async () => {
  await report(world.ctx(), home, lacking);
  world.clock.move(days(1) + 1);
  expect(await report(world.ctx(), home, lacking)).toBe(true);
  expect(await listTrouble(world.ctx(), home)).toMatchObject([{ count: 1, firstTime: world.clock.now().getTime() }]);
});

it('shows a day, or up to a week on request, newest first; older lines are deleted', async () => {
  for (const place of ['#a', '#b', '#c']) {
    await report(world.ctx(), home, { ...lacking, details: { place } });
    world.clock.move(hours(20));
  }
  const all = (back?: number) => listTrouble(world.ctx(), home, back);
  expect(await all()).toHaveLength(1);
  expect((await all(168)).map((row) => row.message.slice(29, 31))).toEqual(['#c', '#b', '#a']);
  expect(await newestTrouble(world.ctx(), home)).toBe(world.clock.now().getTime() - hours(20));
  world.clock.move(days(6));
  await prune(world.ctx());
  expect((await world.db.execute('select 1 from error_logs')).rows.length).toBe(1);
});

it('is empty after clearing, and then reports trouble as new', async () => {
  await report(world.ctx(), home, lacking);
  await report(world.ctx(), other, lacking);
  await clearTrouble(world.ctx(), home);
  expect(await listTrouble(world.ctx(), home)).toEqual([]);
  expect(await newestTrouble(world.ctx(), home)).toBeNull();
  expect(await listTrouble(world.ctx(), other)).toHaveLength(1);
  expect(await report(world.ctx(), home, lacking)).toBe(true);
});

it('solved trouble is neither new nor counted, and starts again when it happens again', async () => {
  const chosen: Trouble = {
    reason: 'unknownChannel',
    details: { what: 'xqc' },
    action: { kind: 'chooseChannel', path: '/notifications/kick/xqc', targetId: '1' },
  };
  await report(world.ctx(), home, chosen);
  await report(world.ctx(), home, chosen);
  await report(world.ctx(), home, lacking);
  world.clock.move(hours(1));
  await solveOnPage(world.ctx(), world.db, home, '/notifications/kick/nobody');
  expect((await listTrouble(world.ctx(), home)).filter((row) => row.solvedTime)).toEqual([]);
  await solveOnPage(world.ctx(), world.db, home, '/notifications/kick/xqc');
  const now = world.clock.now().getTime();
  expect(await listTrouble(world.ctx(), home)).toMatchObject([
    { reason: 'missingPermission', solvedTime: null },
    { reason: 'unknownChannel', solvedTime: now, count: 2 },
  ]);
  expect(await newestTrouble(world.ctx(), home)).toBe(now - hours(1));
  expect(await report(world.ctx(), home, chosen)).toBe(true);
  expect(await listTrouble(world.ctx(), home)).toMatchObject([
    { reason: 'unknownChannel', solvedTime: null, count: 1, firstTime: now },
    { reason: 'missingPermission' },
  ]);
});

it('a channel that was just deleted is not solved by older knowledge of the server', async () => {
  const action = { kind: 'chooseChannel', path: '/starboard', targetId: '123456' } as const;
  const channels = new Map([['123456', { id: '123456' }]]);
  const server = { id: home, ownerId: home, botRoleIds: [], roles: new Map(), channels } as unknown as Server;
  const known = world.clock.now();
  world.clock.move(1);
  await report(world.ctx(), home, { reason: 'unknownChannel', details: { what: 'the starboard' }, action });
  const standing = async () => (await listTrouble(world.ctx(), home)).map(({ solvedTime }) => solvedTime !== null);
  await solveMended(world.ctx(), server, known);
  expect(await standing()).toEqual([false]);
  await solveMended(world.ctx(), server, world.clock.now());
  expect(await standing()).toEqual([true]);
});

describe('every reason has a whole sentence', () => {
  const details = {
    place: '#live',
    what: 'notifications of xqc',
    role: '@Subs',
    reason: 'too odd',
    streamer: 'xqc',
    platform: 'Kick',
    former: 'old',
    limit: 1200,
    why: 'The disk has no room for it.',
  };
  it.each(errorReasons)('%s', (reason) => {
    const at = new Date();
    const row = {
      id: 1n,
      serverId: home,
      fingerprint: '',
      count: 1,
      action: null,
      firstAt: at,
      lastAt: at,
      solvedAt: null,
      reason,
      details,
      missingPermissions: ['SendMessages'],
    };
    for (const locale of ['en-US', 'ar-SA'] as const) {
      const { message } = toErrorRow(row, locale);
      expect(message).not.toMatch(/[{}]|errorLogs/);
      expect(message.length).toBeGreaterThan(15);
    }
  });
});
