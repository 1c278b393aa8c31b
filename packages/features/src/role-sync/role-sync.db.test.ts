import { ServerId, tiers, UserId } from '@tally/contract';
import { hours } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue, entitle, premium } from '../premium/index.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { votes } from '../votes/index.ts';
import { saveVote } from '../votes/store.ts';
import { roleSync } from './index.ts';
import { askForRoles } from './service/ask.ts';

const ann = UserId.parse('111111111111111111');
const mod = UserId.parse('222222222222222222');
const home = ServerId.parse('800000000000000001');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [servers, premium, votes, roleSync] });
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

describe('asking for one’s roles', () => {
  it('needs a vote of the last twelve hours, and says where to give it', async () => {
    await expect(ask()).rejects.toMatchObject({
      code: 'voteNeeded',
      values: { url: `${ctx().config.webUrl}/vote` },
    });
    const votedAt = world.clock.now();
    const validUntil = new Date(votedAt.getTime() + hours(12));
    await saveVote(world.db, { id: 'v', userId: ann, votedAt, validUntil, weight: 1 });
    expect(await ask()).toMatchObject({ result: 'nothing' });
    world.clock.move(hours(12) + 1);
    await expect(ask()).rejects.toMatchObject({ code: 'voteNeeded' });
  });

  it.each([
    ['guild', home, tiers.ServerPremiumPlus],
    ['user', ann, tiers.UserPremium],
  ] as const)('needs none where the plan of the %s skips it', async (holder, holderId, tierId) => {
    const known = await catalogue(ctx());
    const key = { holder, holderId, source: 'staff', sourceId: '' } as const;
    await world.db.transaction((tx) => entitle(ctx(), tx, { key, grant: { tierId }, known }));
    expect(await ask()).toMatchObject({ result: 'nothing' });
  });

  it('needs none from moderators, and none where there is no site to vote on', async () => {
    expect(await ask({ by: mod })).toMatchObject({ result: 'nothing' });
    await expect(ask({ by: ann })).rejects.toMatchObject({ code: 'syncYourself' });
    expect(await ask({ config: { topgg: { isOff: true } } })).toMatchObject({ result: 'nothing' });
  });
});
