import {
  addons,
  hasBit,
  platformAddons,
  platformFlags,
  platforms,
  premiumFlags,
  ServerId,
  tiers,
  type UserId,
} from '@tally/contract';
import { type Ctx, days, defineFeature, say } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { free, planOf, plansOf, unlimited } from '../servers/index.ts';
import { catalogue, entitle, premium, userHolds, userPlanOf } from './index.ts';
import { applyPlan } from './jobs.ts';
import { serverPlans } from './service/entitled.ts';
import { listHeld } from './service/held.ts';
import { getManagedServer, getManagedUser, overrideServer, overrideUser } from './service/manage.ts';
import { moveServerPremium } from './service/move.ts';
import { getFit, getPlan, listPlans, updatePlan } from './service/plans.ts';
import { aboutServer } from './service/staff.ts';

const ann = '111111111111111111' as UserId;
const home = ServerId.parse('900000000000000001');
const away = ServerId.parse('900000000000000002');
const fitted: string[] = [];
/** A feature with three records; the plan decides how many are active. */
const boards = defineFeature({
  name: 'boards',
  access: { manager: async () => undefined },
  planParts: {
    exceeding: async (_ctx, _serverId, plan) =>
      ['oldest', 'middle', 'newest']
        .slice(plan.limits.maxStarboards)
        .toReversed()
        .map((id) => ({ addon: 'Starboards', id, name: id })),
    fit: async (_ctx, serverId) => void fitted.push(serverId),
  },
});

let world: TestWorld;
const ctx = (about: Parameters<TestWorld['ctx']>[0] = { caller: person(ann, 'Staff') }) => world.ctx(about);
beforeAll(async () => {
  world = await testWorld({ features: [premium, boards] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  fitted.length = 0;
  await world.db.execute(
    `insert into users (id, username, discriminator, created_at, last_login_at) values ('${ann}', 'ann', '0', now(), now())`,
  );
  await world.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${home}', 'Home', 1, now()), ('${away}', 'Away', 1, now())`,
  );
});

/** Simulates that Discord has just sent the servers that Ann manages. */
const letManage = async () => {
  const now = world.clock.now().toISOString();
  await world.db.execute(`insert into discord_grants values ('${ann}', '', '', '', '2099-01-01', '${now}')
    on conflict (user_id) do update set servers_read_at = excluded.servers_read_at`);
  await world.db.execute(`insert into user_servers (user_id, server_id, name, is_owner, permissions)
    values ('${ann}', '${home}', 'Home', true, 8), ('${ann}', '${away}', 'Away', true, 8) on conflict do nothing`);
};

const give = async (holder: 'guild' | 'user', holderId: string, tierId: string | null, extras = {}) => {
  const known = await catalogue(ctx());
  await ctx().db.transaction(async (tx) => {
    await entitle(ctx(), tx, {
      key: { holder, holderId, source: 'stripe', sourceId: '' },
      grant: tierId ? { tierId, extras } : null,
      known,
    });
  });
};

describe('the catalogue', () => {
  it('is described in the catalogue’s words, which name no missing feature', async () => {
    const { tiers: plans } = await listPlans(ctx(), { all: true });
    const described = new Map(plans.map(({ tierId, description }) => [tierId, description]));
    expect(described).toEqual(
      new Map([
        [tiers.ServerFree, say('en-US', 'premium.aboutServerFree')],
        [tiers.ServerPremium, say('en-US', 'premium.aboutServerPremium')],
        [tiers.ServerPremiumPlus, say('en-US', 'premium.aboutServerPremiumPlus')],
        [tiers.UserFree, say('en-US', 'premium.aboutUserFree')],
        [tiers.UserPremium, say('en-US', 'premium.aboutUserPremium')],
      ]),
    );
    expect([...described.values()].join(' ')).not.toMatch(/giveaway|recording|emote/i);
  });

  it('the rows match the fallback and the specification', async () => {
    expect(await planOf(ctx(), home)).toEqual(free);
    const plus = await getPlan(ctx(), tiers.ServerPremiumPlus);
    expect(plus).toMatchObject({
      cents: 1_000,
      bitfield: unlimited.bitfield,
      defaultKickConnections: 90,
      defaultStickyMessages: 25,
      maxOfflineGraceMinutes: 15,
      maxAllowedVodDurationToSave: 336,
      maxGiveawayWinners: 100,
    });
    const { tiers: all, addons: sold } = await listPlans(ctx(), { all: true });
    expect(all).toHaveLength(5);
    expect(sold.map((each) => each.addonId).toSorted()).toEqual([...addons].toSorted());
    const arabic = await listPlans(ctx({ locale: 'ar-SA' }), { all: false });
    expect(arabic.addons[0]?.name).toMatch(/Kick/);
    expect(arabic.tiers[0]?.description).toMatch(/[\u0600-\u06ff]/);
  });

  it('each plan of a server has a number and the flag of each platform', async () => {
    const { tiers: all } = await listPlans(ctx(), { all: true });
    const plans = all.flatMap((each) => (each.type === 'guild' ? each : []));
    expect(plans).toHaveLength(3);
    const lacking = plans.flatMap((plan) =>
      platforms.filter((each) => {
        const { bit } = premiumFlags[platformFlags[each]];
        return (plan[`default${platformAddons[each]}`] ?? 0) < 1 || !hasBit(plan.bitfield, bit);
      }),
    );
    expect(lacking).toEqual([]);
  });

  it('a number changed by staff applies at once', async () => {
    const before = await planOf(ctx(), home);
    await updatePlan(ctx(), tiers.ServerFree, { limits: { Starboards: 2 }, cents: 0 });
    expect((await planOf(ctx(), home)).limits.maxStarboards).toBe(before.limits.maxStarboards + 1);
    await updatePlan(ctx(), tiers.ServerFree, { limits: { Starboards: before.limits.maxStarboards } });
  });
});

describe('a server’s premium', () => {
  it('combines the highest tier with all extras, and is known at once, even in other caches', async () => {
    expect((await planOf(ctx(), home)).isPremium).toBe(false);
    await give('guild', home, tiers.ServerPremium, { KickConnections: 20 });
    await overrideServer(ctx(), home, { newPlanId: tiers.ServerPremiumPlus, additionalStarboards: 1 });
    const plan = await planOf(ctx(), home);
    expect(plan).toMatchObject({
      tier: tiers.ServerPremiumPlus,
      limits: { maxKickConnections: 110, maxStarboards: 11 },
    });
    expect((await plansOf(ctx(), [home, away]))(away)).toEqual(free);
    await overrideServer(ctx(), home, { newPlanId: tiers.ServerFree, additionalStarboards: 0 });
    expect(await planOf(ctx(), home)).toMatchObject({ tier: tiers.ServerPremium, limits: { maxStarboards: 3 } });
  });

  it('every change lets all features adapt once; a repetition does nothing', async () => {
    await give('guild', home, tiers.ServerPremium);
    await give('guild', home, tiers.ServerPremium);
    expect(world.queued).toEqual([{ name: 'premium/apply-plan', data: { serverId: home } }]);
    await applyPlan.run(ctx(), { serverId: home }, { jobId: '1', attempt: 1, signal: new AbortController().signal });
    expect(fitted).toEqual([home]);
  });

  it('a change that is rolled back gives nothing', async () => {
    const known = await catalogue(ctx());
    const failing = ctx().db.transaction(async (tx) => {
      const key = { holder: 'guild', holderId: home, source: 'stripe', sourceId: '' } as const;
      await entitle(ctx(), tx, { key, grant: { tierId: tiers.ServerPremium }, known });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await planOf(ctx(), home)).isPremium).toBe(false);
  });

  it('lists the items that would pause and the features that would end', async () => {
    await give('guild', home, tiers.ServerPremium);
    expect(await getFit(ctx(), home)).toMatchObject({ paused: [], lost: [], gained: [] });
    const lapsed = await getFit(ctx(), home, { tierId: tiers.ServerFree });
    expect(lapsed.paused.map((each) => each.id)).toEqual(['newest', 'middle']);
    expect(lapsed.lost).toContain('Birthday Messages');
    expect((await getFit(ctx(), home, { tierId: tiers.ServerPremiumPlus })).gained).toContain('Custom Branding');
  });

  it('one server is queried once; a thousand are one query', async () => {
    const asked = async (): Promise<number> =>
      Number(/^entitlement_questions_total (\d+)/m.exec(await ctx().metrics.text())?.[1] ?? 0);
    await planOf(ctx(), home);
    const before = await asked();
    for (let n = 0; n < 20; n += 1) await planOf(ctx(), home);
    expect(await asked()).toBe(before);
    await serverPlans(
      ctx(),
      Array.from({ length: 1_000 }, (_, n) => `9100000000000${String(n).padStart(5, '0')}` as ServerId),
    );
    expect(await asked()).toBe(before + 1);
  });
});

describe('staff', () => {
  it('reads on a server’s page that everything is unlocked, not that its plan is free', async () => {
    const linesIn = async (about: Ctx) =>
      (await aboutServer(about, home)).flatMap(({ lines }) => lines.map(({ text }) => text));
    const unlocked = { ...ctx(), config: { ...ctx().config, PLANS: 'unlimited' as const } };
    expect(await linesIn(ctx())).toEqual(['Free']);
    expect(await linesIn(unlocked)).toEqual(['Everything is unlocked here. There is nothing to buy.']);
    await give('guild', home, tiers.ServerPremium);
    expect(await linesIn(unlocked)).toEqual([expect.stringContaining('unlocked'), 'Server Premium']);
  });

  it('view a person’s plans, grant a personal plan and remove it', async () => {
    await overrideUser(ctx(), ann, tiers.UserPremium);
    expect(await getManagedUser(ctx(), ann)).toMatchObject({
      bitfield: 15n,
      premium: { tier: tiers.UserPremium, enabled: true },
    });
    expect(await userHolds(ctx(), ann, 'GlobalVoteSkip')).toBe(true);
    await overrideUser(ctx(), ann, tiers.UserFree);
    expect((await userPlanOf(ctx(), ann)).enabled).toBe(false);
    await overrideServer(ctx(), home, { overrideBranding: true, newBitfield: unlimited.bitfield });
    expect(await getManagedServer(ctx(), home)).toMatchObject({
      overrideBranding: true,
      bitfield: unlimited.bitfield,
      premium: { tier: tiers.ServerFree },
      freeTierInfo: { defaultKickConnections: 30 },
    });
    const { rows } = await world.db.execute(`select what from server_changes`);
    expect(rows).toHaveLength(2);
  });

  it('find holders: in pages, by id, by part of a name, by kind', async () => {
    // All holders change at the same moment, and one server has three sources. No line may be lost between two pages.
    await give('user', ann, tiers.UserPremium);
    await give('guild', home, tiers.ServerPremium, { KickConnections: 20 });
    await overrideServer(ctx(), home, { newPlanId: tiers.ServerPremiumPlus, newBitfield: 1n << 52n });
    await letManage();
    await give('guild', away, tiers.ServerPremium);
    await give('guild', away, null);
    await moveServerPremium(ctx(), away);
    const lines: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listHeld(ctx(), { limit: 1, cursor });
      lines.push(...page.list.map(({ type, name, source }) => `${type} ${name} ${source}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && lines.length < 9);
    expect(lines.toSorted()).toEqual(['guild Away user', 'guild Home staff', 'guild Home stripe', 'user ann stripe']);
    const found = async (wanted: object) => (await listHeld(ctx(), wanted)).list.map(({ id }) => id);
    expect(await found({ search: home })).toEqual([home, home]);
    expect(await found({ search: 'aWa' })).toEqual([away]);
    expect(await found({ search: 'nobody' })).toEqual([]);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ type: 'user' })).toEqual([ann]);
    await expect(listHeld(ctx(), { cursor: "1.1'); drop" })).rejects.toMatchObject({ code: 'badCursor' });
    const { name, held } = await getManagedServer(ctx(), home);
    expect(name).toBe('Home');
    expect(held).toMatchObject([
      { source: 'staff', tierId: tiers.ServerPremiumPlus, bitfield: 1n << 52n, addons: [] },
      { source: 'stripe', tierId: tiers.ServerPremium, addons: [{ addonId: 'KickConnections', quantity: 20 }] },
    ]);
  });

  it('cannot give a server a plan for people', async () => {
    await expect(overrideServer(ctx(), home, { newPlanId: tiers.UserPremium })).rejects.toMatchObject({
      code: 'notForSale',
    });
    await expect(overrideUser(ctx(), ann, tiers.ServerPremium)).rejects.toMatchObject({ code: 'notForSale' });
  });
});

describe('the server premium of a personal plan', () => {
  it('moves once a week, pauses while the plan is unpaid, and then resumes', async () => {
    await letManage();
    await expect(moveServerPremium(ctx(), home)).rejects.toMatchObject({ code: 'noServerPremium' });
    await give('user', ann, tiers.UserPremium);
    await moveServerPremium(ctx(), home);
    expect((await planOf(ctx(), home)).tier).toBe(tiers.ServerPremium);
    await expect(moveServerPremium(ctx(), away)).rejects.toMatchObject({ code: 'movedRecently' });
    world.clock.move(days(7));
    await letManage();
    await moveServerPremium(ctx(), away);
    expect((await planOf(ctx(), home)).isPremium).toBe(false);
    expect((await planOf(ctx(), away)).tier).toBe(tiers.ServerPremium);
    expect((await getFit(ctx(), away, { tierId: tiers.ServerFree })).lost).toEqual([]);
    expect((await getFit(ctx(), away, { tierId: tiers.ServerFree, of: 'user' })).lost).toContain('Birthday Messages');
    await give('user', ann, null);
    expect((await planOf(ctx(), away)).isPremium).toBe(false);
    await give('user', ann, tiers.UserPremium);
    expect((await planOf(ctx(), away)).tier).toBe(tiers.ServerPremium);
    await premium.forgetUser(ctx(), ann);
    expect((await planOf(ctx(), away)).isPremium).toBe(false);
  });

  it('is not wasted on a server that has Premium, and two concurrent moves are one', async () => {
    await letManage();
    await give('user', ann, tiers.UserPremium);
    await give('guild', away, tiers.ServerPremium);
    await expect(moveServerPremium(ctx(), away)).rejects.toMatchObject({ code: 'alreadyPremium' });
    await give('guild', away, null);
    const both = await Promise.allSettled([moveServerPremium(ctx(), home), moveServerPremium(ctx(), away)]);
    expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
