import { ServerId, tiers, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Ctx, hours, minutes, UpstreamError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue, entitle, premium } from '../premium/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { saveVote } from '../votes/store.ts';
import { roleSync } from './index.ts';
import { askForRoles } from './service/ask.ts';
import { callKnown, claimTurn, endTurn, findMember, forgetMember, leaseDue } from './store/members.ts';

const ann = UserId.parse('111111111111111111');
const mod = UserId.parse('222222222222222222');
const home = ServerId.parse('800000000000000001');
const place = { serverId: home, userId: ann };

let world: TestWorld;
beforeAll(async () => {
  // The job queued by a vote ends at once, because no one is a member here.
  const get = () => Promise.reject(new UpstreamError({ world: 'discord', kind: 'gone', message: 'Unknown Member' }));
  const discord = { members: { get } } as unknown as Ctx['discord'];
  world = await testWorld({ features: [servers, premium, votes, roleSync], discord });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  const seen = { name: 'Home', icon: null, banner: null, ownerId: mod, memberCount: 20 };
  await serverAppeared(world.ctx(), { id: home, ...seen });
});

const ctx = (change: object = {}) => {
  const plain = world.ctx({ caller: person(ann) });
  return { ...plain, config: { ...plain.config, ...change } };
};
const ask = async (about: { by?: UserId; config?: object } = {}) =>
  await askForRoles(ctx(about.config), { serverId: home, userId: ann, ...(about.by ? { by: about.by } : {}) });

const link = async () =>
  await world.db.execute(sql`insert into linked_accounts
    (user_id, platform, account_id, username, display_name, way, checked_at, linked_at)
    values (${ann}, 'kick', '1', 'ann', 'Ann', 'chat', now(), now())`);

describe('asking for one’s roles', () => {
  it('first reports that no account is linked: a vote would not help', async () => {
    expect(await ask()).toMatchObject({ result: 'nothing', hasAccount: false });
  });
  it('needs a vote of the last twelve hours, and links to the page to vote', async () => {
    await link();
    await expect(ask()).rejects.toMatchObject({
      code: 'voteNeeded',
      values: { url: `${ctx().config.webUrl}/vote` },
    });
    const votedAt = world.clock.now();
    const validUntil = new Date(votedAt.getTime() + hours(12));
    await saveVote(world.db, { id: 'v', userId: ann, votedAt, validUntil, weight: 1 });
    expect(await ask()).toMatchObject({ result: 'left' });
    world.clock.move(hours(12) + 1);
    await expect(ask()).rejects.toMatchObject({ code: 'voteNeeded' });
  });

  it.each([
    ['guild', home, tiers.ServerPremiumPlus],
    ['user', ann, tiers.UserPremium],
  ] as const)('needs no vote if the plan of the %s skips it', async (holder, holderId, tierId) => {
    await link();
    const known = await catalogue(ctx());
    const key = { holder, holderId, source: 'staff', sourceId: '' } as const;
    await world.db.transaction((tx) => entitle(ctx(), tx, { key, grant: { tierId }, known }));
    expect(await ask()).toMatchObject({ result: 'left' });
  });

  it('needs no vote from moderators, and none without a voting site', async () => {
    await link();
    expect(await ask({ by: mod })).toMatchObject({ result: 'left' });
    await expect(ask({ by: ann })).rejects.toMatchObject({ code: 'syncYourself' });
    expect(await ask({ config: { topgg: { isOff: true } } })).toMatchObject({ result: 'left' });
  });
});

const now = (): Date => world.clock.now();
const from = (ms: number): Date => new Date(now().getTime() + ms);
const due = () => leaseDue(world.db, now(), from(minutes(20)), 10);

describe('turns', () => {
  it('a member has one turn at a time, and a later call is handled when it ends', async () => {
    const turn = { until: from(minutes(1)), next: from(hours(12)) };
    expect(await claimTurn(world.db, place, now(), turn.until)).toBe(true);
    expect(await claimTurn(world.db, place, now(), from(minutes(1)))).toBe(false);
    expect(await endTurn(world.db, place, { now: now(), ...turn })).toBe(false);
    expect(await due()).toEqual([]);
    world.clock.move(hours(12));
    expect(await due()).toEqual([place]);
  });

  it('changes during a turn are checked after it', async () => {
    const turn = { until: from(minutes(1)), next: from(hours(12)) };
    await claimTurn(world.db, place, now(), turn.until);
    await callKnown(world.db, { userId: ann }, now());
    // The check has already read the facts, so forgetting the member now would lose the later call.
    await forgetMember(world.db, place, turn.until);
    expect(await endTurn(world.db, place, { now: now(), ...turn })).toBe(true);
    expect(await due()).toEqual([place]);
    const next = { until: from(minutes(1)), next: from(hours(12)) };
    await claimTurn(world.db, place, now(), next.until);
    expect(await endTurn(world.db, place, { now: now(), ...next })).toBe(false);
  });

  it('a turn of a dead process is taken over when it would have ended', async () => {
    await claimTurn(world.db, place, now(), from(minutes(1)));
    expect(await due()).toEqual([]);
    world.clock.move(minutes(1));
    expect(await due()).toEqual([place]);
    expect(await claimTurn(world.db, place, now(), from(minutes(1)))).toBe(true);
  });

  it('nothing is kept of a person without a tie to the server', async () => {
    const until = from(minutes(1));
    await claimTurn(world.db, place, now(), until);
    await forgetMember(world.db, place, until);
    expect(await endTurn(world.db, place, { now: now(), until, next: from(hours(12)) })).toBe(false);
    expect(await findMember(world.db, place)).toBeNull();
  });
});
