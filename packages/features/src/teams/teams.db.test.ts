import { TeamId, type UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { AppError, days, hours } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { telemetry } from '../telemetry/index.ts';
import { teams } from './index.ts';
import { dissolveTeam, foundTeam, renameTeam } from './service/found.ts';
import { invite, revoke, type Terms } from './service/invite.ts';
import { join, readInvitation } from './service/join.ts';
import { kick, leaveTeam, transferTeam, updateMember } from './service/members.ts';
import { tell } from './service/notify.ts';
import { listMemberships, readEvents, readOwnTeam } from './service/read.ts';

const crowd = Array.from({ length: 120 }, (_, at) => `${100_000_000_000_000_000n + BigInt(at)}` as UserId);
const [lea, mo, may, ned] = crowd as [UserId, UserId, UserId, UserId];

let world: TestWorld;
let team: TeamId;
beforeAll(async () => {
  world = await testWorld({ features: [account, telemetry, teams] });
});
afterAll(() => world.close());

const as = (userId: UserId, locale: 'en-US' | 'ar-SA' = 'en-US') => world.ctx({ caller: person(userId), locale });
const own = async (userId: UserId = lea) => {
  const found = await readOwnTeam(as(userId), userId);
  if (!found) throw new Error('they lead no team');
  return found;
};
const members = async () => (await own()).teamMembers.map(({ userId }) => userId);
const uses = async () => (await world.db.execute(sql`select uses from team_invites`)).rows.map((row) => row['uses']);
const offer = async (terms: Partial<Terms> = {}) =>
  await invite(as(lea), team, { bitfieldToSet: 1n, maxUses: null, ...terms });
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
/** Returns the notifications and empties the list. */
const told = () =>
  world.queued.splice(0).map(({ data }) => {
    const { userId, news } = data as { userId: UserId; news: string };
    return [userId, news];
  });

beforeEach(async () => {
  await world.reset();
  await world.db.execute(sql`
    insert into users (id, username, discriminator, created_at, last_login_at)
    select id, 'p' || place - 1, '0', now(), now()
      from unnest(${sql.param(crowd)}::text[]) with ordinality as crowd (id, place)`);
  await foundTeam(as(lea), 'Night shift');
  team = (await own()).teamId;
});

/** A hundred concurrent calls take a while on a busy machine. */
describe('a crowd', { timeout: 60_000 }, () => {
  it('of a hundred with an invitation for five: five join, and five uses are gone', async () => {
    const code = await offer({ maxUses: 5 });
    const outcomes = await Promise.all(crowd.slice(1, 101).map((userId) => codeOf(join(as(userId), code))));
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(5);
    expect(outcomes.filter((each) => each === 'inviteNotValid')).toHaveLength(95);
    expect(await members()).toHaveLength(5);
    expect(await uses()).toEqual([5]);
  });

  it('of two at the last use: one joins', async () => {
    const code = await offer({ maxUses: 1 });
    const outcomes = await Promise.all([mo, may].map((userId) => codeOf(join(as(userId), code))));
    expect(outcomes.sort()).toEqual(['inviteNotValid', 'ok']);
    expect(await members()).toHaveLength(1);
  });

  it('finds the team full at fifty, and burns no use on it', async () => {
    // Uses two invitations, so people who join do not all wait for the same one.
    const codes = [await offer(), await offer()] as const;
    await world.db.execute(sql`
      insert into team_members (team_id, user_id, bitfield, joined_at)
      select ${team}, id, 0, now() from unnest(${sql.param(crowd.slice(70, 115))}::text[]) as crowd (id)`);
    const outcomes = await Promise.all(
      crowd.slice(1, 15).map((userId, at) => codeOf(join(as(userId), codes[at % 2] ?? ''))),
    );
    expect(outcomes.filter((each) => each === 'teamFull')).toHaveLength(9);
    expect(await members()).toHaveLength(50);
    expect((await uses()).reduce((sum: number, each) => sum + Number(each), 0)).toBe(5);
    expect(await readInvitation(as(crowd[60] as UserId), codes[0])).toMatchObject({ isFull: true, teamMembers: 50 });
  });

  it('of thirty invitations used ten at a time, a person joins twenty-five teams', async () => {
    const leaders = crowd.slice(10, 40);
    const codes = await Promise.all(
      leaders.map(async (leader) => {
        await foundTeam(as(leader), 'One of many');
        return await invite(as(leader), (await own(leader)).teamId, { bitfieldToSet: 0n });
      }),
    );
    const outcomes: string[] = [];
    // Concurrent tries beyond the limit are refused without a look-up.
    for (const from of [0, 10, 20])
      outcomes.push(...(await Promise.all(codes.slice(from, from + 10).map((code) => codeOf(join(as(mo), code))))));
    expect(outcomes.filter((each) => each === 'youAreInTooManyTeams')).toHaveLength(5);
    expect(await listMemberships(as(mo), mo)).toHaveLength(25);
  });

  it('of clicks by one person uses up one use, with any invitation', async () => {
    const codes = [await offer(), await offer()] as const;
    const outcomes = await Promise.all([0, 1, 0, 1, 0].map(async (which) => await join(as(mo), codes[which] ?? '')));
    expect(outcomes.filter(({ outcome }) => outcome === 'joined')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'already')).toHaveLength(4);
    expect((await uses()).toSorted((one, other) => Number(one) - Number(other))).toEqual([0, 1]);
  });

  it('of clicks creates one team', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(foundTeam(as(mo), 'Once'))));
    expect(outcomes.sort()).toEqual(['ok', 'youLeadTeamAlready', 'youLeadTeamAlready']);
  });
});

describe('an invitation', () => {
  it('allows one use within seven days by default', async () => {
    const code = await invite(as(lea), team, { bitfieldToSet: 1n });
    expect(code).toMatch(/^[1-9A-HJ-NP-Za-km-z]{12}$/);
    const [seen] = (await own()).activeInvites;
    expect(seen).toMatchObject({ code, maxUses: 1, currentUses: 0, bitfieldToSet: 1n });
    expect(seen?.expiresAt?.getTime()).toBe(world.clock.now().getTime() + days(7));
  });

  it('loses one use however often the same person joins, also when none is left', async () => {
    const code = await invite(as(lea), team, { bitfieldToSet: 1n });
    expect(await join(as(mo), code)).toEqual({
      outcome: 'joined',
      team: 'Night shift',
      reply: 'You are now in the team Night shift.',
    });
    await updateMember(as(lea), { teamId: team, userId: mo, bitfieldToSet: 0n });
    expect(await readInvitation(as(mo), code)).toMatchObject({ isMember: true });
    expect(await join(as(mo), code)).toEqual({
      outcome: 'already',
      team: 'Night shift',
      reply: 'You are already in the team Night shift.',
    });
    expect(await uses()).toEqual([1]);
    // The removed member cannot come back with the same invitation.
    expect((await own()).teamMembers).toMatchObject([{ userId: mo, bitfield: 0n }]);
  });

  it('has no effect on the leader who uses it', async () => {
    const code = await offer();
    expect(await readInvitation(as(lea), code)).toMatchObject({ isLeader: true, isMember: false });
    expect(await join(as(lea), code)).toMatchObject({ outcome: 'leads' });
    expect([await members(), await uses()]).toEqual([[], [0]]);
  });

  it('expires at its time, when it is revoked, and with its team', async () => {
    const code = await offer({ expiresAt: world.clock.now().getTime() + hours(1) });
    world.clock.move(hours(1));
    expect(await codeOf(join(as(mo), code))).toBe('inviteNotValid');
    expect((await own()).activeInvites).toEqual([]);
    const second = await offer();
    await revoke(as(lea), team, second);
    expect(await codeOf(join(as(mo), second))).toBe('inviteNotValid');
    const third = await offer();
    await dissolveTeam(as(lea), team);
    expect(await codeOf(join(as(mo), third))).toBe('inviteNotValid');
  });

  it('can be revoked by its id too, once, and never by another team’s leader', async () => {
    await offer();
    const [seen] = (await own()).activeInvites;
    await foundTeam(as(may), 'Day shift');
    const other = (await own(may)).teamId;
    expect(await codeOf(revoke(as(may), other, seen?.inviteId ?? ''))).toBe('inviteNotValid');
    expect(await codeOf(revoke(as(may), team, seen?.inviteId ?? ''))).toBe('notAllowed');
    await revoke(as(lea), team, seen?.inviteId ?? '');
    expect(await codeOf(revoke(as(lea), team, seen?.inviteId ?? ''))).toBe('inviteNotValid');
  });

  it('has a limit of twenty open ones, and ended ones leave no rows behind', async () => {
    const codes = await Promise.all(Array.from({ length: 21 }, () => offer().catch((error: AppError) => error.code)));
    expect(codes.filter((code) => code === 'tooManyInvites')).toHaveLength(1);
    for (const { inviteId } of (await own()).activeInvites) await revoke(as(lea), team, inviteId);
    const kept = await invite(as(lea), team, { bitfieldToSet: 0n });
    await join(as(mo), kept);
    for (let n = 0; n < 30; n++) await revoke(as(lea), team, await offer());
    // Expects the invitation that a member used, and the latest one.
    expect(await uses()).toHaveLength(2);
    expect((await own()).teamMembers).toMatchObject([{ cameBy: { code: kept, isOpen: false } }]);
  });

  it('is never stored in a usable form', async () => {
    const code = await offer();
    const { rows } = await world.db.execute(sql`select * from team_invites`);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await teams.exportUser(as(lea), lea))['managedTeam']).toBeDefined();
    expect(
      JSON.stringify(await teams.exportUser(as(lea), lea), (_k, v) => (typeof v === 'bigint' ? `${v}` : v)),
    ).not.toContain(code);
  });
});

describe('a member', () => {
  beforeEach(async () => {
    const code = await offer();
    for (const userId of [mo, may]) await join(as(userId), code);
    told();
  });

  it('is removed together with the invitation that they used, or without it', async () => {
    expect(await kick(as(lea), { teamId: team, userId: mo, revokesInvite: false })).toEqual({ isRevoked: false });
    expect((await own()).activeInvites).toHaveLength(1);
    expect(await kick(as(lea), { teamId: team, userId: may, revokesInvite: true })).toEqual({ isRevoked: true });
    expect((await own()).activeInvites).toEqual([]);
    expect(await members()).toEqual([]);
    expect(told()).toEqual([
      [mo, 'kicked'],
      [may, 'kicked'],
    ]);
  });

  it('leaves, and only once; the leader can neither leave nor be removed', async () => {
    await leaveTeam(as(mo), team);
    expect(told()).toEqual([[lea, 'left']]);
    expect(await codeOf(leaveTeam(as(mo), team))).toBe('youAreNotInTeam');
    expect(await codeOf(leaveTeam(as(lea), team))).toBe('leaderStays');
    expect(await codeOf(leaveTeam(as(mo), TeamId.parse('none')))).toBe('youAreNotInTeam');
    expect(await codeOf(kick(as(lea), { teamId: team, userId: lea, revokesInvite: false }))).toBe('leaderStays');
    expect(await codeOf(kick(as(lea), { teamId: team, userId: ned, revokesInvite: false }))).toBe('notInTeam');
    expect(await codeOf(updateMember(as(lea), { teamId: team, userId: ned, bitfieldToSet: 1n }))).toBe('notInTeam');
  });

  it('cannot do what only the leader may do', async () => {
    const tries = [
      kick(as(mo), { teamId: team, userId: may, revokesInvite: false }),
      updateMember(as(mo), { teamId: team, userId: mo, bitfieldToSet: 1n }),
      renameTeam(as(mo), team, 'Mine'),
      transferTeam(as(mo), { teamId: team, userId: mo }),
      invite(as(mo), team, { bitfieldToSet: 1n }),
      dissolveTeam(as(mo), team),
    ];
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'notAllowed'));
    expect(await members()).toEqual([mo, may]);
  });

  it('repeated joins are notified once an hour', async () => {
    const code = await offer();
    for (let n = 0; n < 5; n++) {
      await leaveTeam(as(mo), team);
      await join(as(mo), code);
    }
    expect(told()).toEqual([[lea, 'left']]);
    world.clock.move(hours(1));
    await leaveTeam(as(mo), team);
    expect(told()).toEqual([[lea, 'left']]);
  });

  it('is notified of a new name, but not of every further change', async () => {
    await renameTeam(as(lea), team, 'Night  shift');
    expect(told()).toEqual([]);
    await renameTeam(as(lea), team, 'Owls');
    await renameTeam(as(lea), team, 'Bats');
    expect(told()).toEqual([
      [mo, 'renamed'],
      [may, 'renamed'],
    ]);
    expect((await own()).teamName).toBe('Bats');
  });

  it('becomes leader: the old one stays as a member, and all rights start empty', async () => {
    const code = await offer();
    world.clock.move(1_000);
    await transferTeam(as(lea), { teamId: team, userId: mo });
    expect(await readOwnTeam(as(lea), lea)).toBeNull();
    const now = await own(mo);
    expect(now.teamMembers.map(({ userId, bitfield }) => [userId, bitfield])).toEqual([
      [may, 0n],
      [lea, 0n],
    ]);
    expect(now.activeInvites.map(({ bitfieldToSet }) => bitfieldToSet)).toEqual([0n, 0n]);
    expect(told()).toEqual([
      [mo, 'yours'],
      [may, 'handedOver'],
    ]);
    expect(await codeOf(renameTeam(as(lea), team, 'Still mine'))).toBe('notAllowed');
    await join(as(ned), code);
    expect(told()).toEqual([[mo, 'joined']]);
  });

  it('a person who already leads a team cannot get a second one, and a non-member gets none', async () => {
    await foundTeam(as(mo), 'Day shift');
    expect(await codeOf(transferTeam(as(lea), { teamId: team, userId: mo }))).toBe('leadsTeamAlready');
    expect(await codeOf(transferTeam(as(lea), { teamId: team, userId: ned }))).toBe('notInTeam');
    expect(await codeOf(transferTeam(as(lea), { teamId: team, userId: lea }))).toBe('notInTeam');
    const outcomes = await Promise.all([
      codeOf(transferTeam(as(lea), { teamId: team, userId: may })),
      codeOf(foundTeam(as(may), 'At the same moment')),
    ]);
    expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1);
  });
});

describe('the history', () => {
  it('is listed by name, latest first, with at most a hundred lines', async () => {
    await join(as(mo), await offer());
    await kick(as(lea), { teamId: team, userId: mo, revokesInvite: true });
    const seen = (await readEvents(as(lea), team)).map(({ event, byName, aboutName }) => [event, byName, aboutName]);
    expect(seen).toEqual([
      ['revoked', 'p0', null],
      ['kicked', 'p0', 'p1'],
      ['joined', 'p1', 'p1'],
      ['invited', 'p0', null],
      ['founded', 'p0', null],
    ]);
    for (let n = 0; n < 100; n++) await renameTeam(as(lea), team, `Name ${n}`);
    const events = await readEvents(as(lea), team);
    expect(events).toHaveLength(100);
    expect(events[0]).toMatchObject({ event: 'renamed', from: 'Name 98', to: 'Name 99' });
  });

  it('is shown in the reader’s language', async () => {
    await world.db.execute(sql`update users set locale = 'ar-SA' where id = ${mo}`);
    const about = { team: 'Night shift', name: 'p0', from: 'Owls' };
    for (const news of ['kicked', 'renamed', 'dissolved', 'handedOver', 'yours'] as const)
      await tell(as(lea), { userId: mo, news, ...about });
    await tell(as(lea), { userId: may, news: 'leaderGone', team: 'Night shift', name: null });
    const { rows } = await world.db.execute(sql`select user_id, message, action_url from bell_items order by id`);
    expect(rows.map((row) => row['message'])).toEqual([
      'أزالك p0 من Night shift.',
      'صار اسم Owls الآن Night shift.',
      'حلّ p0 فريق Night shift.',
      'أصبح p0 قائد Night shift.',
      'سلّمك p0 فريق Night shift. لا يستطيع أحد فيه فعل شيء إلى أن تسمح أنت بذلك.',
      'The leader of Night shift deleted their account.',
    ]);
    expect(rows[0]).toMatchObject({ user_id: mo, action_url: `/dashboard/user/${mo}/teams` });
  });
});

describe('a person who deletes their account', () => {
  it('deletes the team that they lead, and notifies everyone in it', async () => {
    const code = await offer();
    for (const userId of [mo, may]) await join(as(userId), code);
    told();
    await teams.forgetUser(as(lea), lea);
    await teams.forgetUser(as(lea), lea);
    expect(told()).toEqual([
      [mo, 'leaderGone'],
      [may, 'leaderGone'],
    ]);
    for (const table of ['teams', 'team_members', 'team_invites', 'team_events'])
      expect((await world.db.execute(sql.raw(`select 1 from ${table}`))).rows).toEqual([]);
  });

  it('leaves their other teams, and no history keeps their name', async () => {
    await join(as(mo), await offer());
    await codeOf(join(as(mo), 'nonsense'));
    expect(await teams.exportUser(as(mo), mo)).toMatchObject({
      memberTeams: [{ teamName: 'Night shift', teamLeaderName: 'p0' }],
      done: [{ event: 'joined' }],
    });
    told();
    await teams.forgetUser(as(mo), mo);
    expect(told()).toEqual([[lea, 'gone']]);
    expect(await members()).toEqual([]);
    expect(await readEvents(as(lea), team)).toMatchObject([
      { event: 'joined', byName: null, aboutName: null },
      { event: 'invited' },
      { event: 'founded' },
    ]);
    expect(await teams.exportUser(as(mo), mo)).toEqual({});
  });
});
