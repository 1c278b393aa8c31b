import { TeamId, type UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { account } from '../account/index.ts';
import { listLeadersFor, mayManage, teams, watchRight } from './index.ts';
import { dissolveTeam } from './service/found.ts';
import { kick, leaveTeam, transferTeam, updateMember } from './service/members.ts';
import { callOutRights } from './store/rights.ts';
import { members, teams as table } from './tables.ts';

const lea = '111111111111111111' as UserId;
const mo = '222222222222222222' as UserId;
const may = '333333333333333333' as UserId;
const team = TeamId.parse('team-of-lea');
const flag = 'ManageMediaShare';
const patient = { timeout: 30_000 };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [account, teams] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.db.execute(
    sql`insert into users (id, username, discriminator, created_at, last_login_at)
        values (${lea}, 'lea', '0', now(), now()), (${mo}, 'mo', '0', now(), now()), (${may}, 'may', '0', now(), now())`,
  );
  const at = world.clock.now();
  await world.db.insert(table).values({ id: team, leaderId: lea, name: 'Night shift', createdAt: at });
  await world.db.insert(members).values([
    { teamId: team, userId: mo, bitfield: 1n, joinedAt: at, inviteId: null },
    { teamId: team, userId: may, bitfield: 0n, joinedAt: at, inviteId: null },
  ]);
});

const as = (userId: UserId) => world.ctx({ caller: person(userId) });
const open = async (userId: UserId, signal = new AbortController().signal) =>
  await watchRight(world.ctx(), { userId, leaderId: lea, flag }, signal);
const isClosed = (page: AbortSignal) => vi.waitFor(() => expect(page.aborted).toBe(true), patient);

it('a member with the bit may, one without may not, and the leader always', async () => {
  const ask = async (userId: UserId) => await mayManage(world.ctx(), { userId, leaderId: lea, flag });
  expect([await ask(lea), await ask(mo), await ask(may)]).toEqual([true, true, false]);
  expect(await mayManage(world.ctx(), { userId: lea, leaderId: mo, flag })).toBe(false);
});

it('names everybody whose things one may manage', async () => {
  expect(await listLeadersFor(world.ctx(), { userId: mo, flag })).toEqual([
    { leaderId: lea, leaderName: 'lea', teamId: team, teamName: 'Night shift' },
  ]);
  expect(await listLeadersFor(world.ctx(), { userId: may, flag })).toEqual([]);
  expect(await listLeadersFor(world.ctx(), { userId: lea, flag })).toEqual([]);
});

/** Each event that ends the right, in any process. */
const losses: Record<string, () => Promise<unknown>> = {
  'the bit is taken': () => updateMember(as(lea), { teamId: team, userId: mo, bitfieldToSet: 0n }),
  'they are removed': () => kick(as(lea), { teamId: team, userId: mo, revokesInvite: false }),
  'they leave': () => leaveTeam(as(mo), team),
  'the team is handed over': () => transferTeam(as(lea), { teamId: team, userId: may }),
  'the team is dissolved': () => dissolveTeam(as(lea), team),
  'its leader deletes their account': () => teams.forgetUser(as(lea), lea),
  'they delete their own': () => teams.forgetUser(as(mo), mo),
};

it.each(Object.keys(losses))('an open page closes when %s', async (how) => {
  const page = await open(mo);
  expect(page.aborted).toBe(false);
  await losses[how]?.();
  await isClosed(page);
});

it('other pages stay open, and each closes with its own signal', async () => {
  await updateMember(as(lea), { teamId: team, userId: may, bitfieldToSet: 1n });
  const own = new AbortController();
  const [page, other, leaders] = await Promise.all([open(mo), open(may), open(lea, own.signal)]);
  await updateMember(as(lea), { teamId: team, userId: mo, bitfieldToSet: 0n });
  await isClosed(page);
  expect([other.aborted, leaders.aborted]).toEqual([false, false]);
  own.abort();
  expect([other.aborted, leaders.aborted]).toEqual([false, true]);
});

it('a page that opens after the right was lost is closed at once', async () => {
  expect((await open(may)).aborted).toBe(true);
});

it('while the right cannot be checked the page stays open, and is closed as soon as it can', async () => {
  const page = await open(mo);
  await world.db.execute(sql`alter table team_members rename to away`);
  try {
    // The service cannot remove the bit while the table is renamed, so the test does it like another process.
    await world.db.execute(sql`update away set bitfield = 0 where user_id = ${mo}`);
    await callOutRights(world.db, lea, mo);
    const heard = Promise.withResolvers<void>();
    const stop = await world.listen('test_end', () => heard.resolve());
    await world.db.execute(sql`select pg_notify('test_end', '')`);
    await heard.promise;
    await stop();
    expect(page.aborted).toBe(false);
  } finally {
    await world.db.execute(sql`alter table away rename to team_members`);
  }
  await vi.waitFor(() => {
    world.clock.move(1_000);
    expect(page.aborted).toBe(true);
  }, patient);
});
