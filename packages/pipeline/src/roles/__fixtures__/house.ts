import { RoleId, ServerId, UserId } from '@tally/contract';
import { type Feature, minutes, UpstreamError } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { carryOutJob } from '../carry-out.ts';
import { claimRoles, dropClaims } from '../claim.ts';
import { compareServer } from '../compare.ts';
import { roleJobs } from '../jobs.ts';
import type { RoleKind, RoleTrouble } from '../owner.ts';

export const home = ServerId.parse('800000000000000001');
export const member = (number: number) => UserId.parse(String(200_000_000_000_000_000n + BigInt(number)));
export const [red, blue] = [1, 2].map((each) => RoleId.parse(String(300_000_000_000_000_000n + BigInt(each)))) as [
  RoleId,
  RoleId,
];

/** The members' roles in Discord. */
export const there = new Map<string, Set<string>>();
/** The calls that Discord received, and its response to later changes. */
export const fake = {
  calls: [] as string[],
  asked: [] as string[],
  refusal: null as UpstreamError | null,
  isLosingReplies: false,
};
export const failure = (kind: UpstreamError['kind'], upstreamCode?: number, retryAfterMs?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode, retryAfterMs });
export const rolesOf = (userId: string): Set<string> => {
  const found = there.get(userId);
  if (!found) throw failure('gone', 10_007);
  return found;
};
const asMember = (userId: string) => ({
  user: { id: userId, username: `user ${userId}`, displayName: null, avatar: null, isBot: false },
  nick: null,
  roleIds: [...rolesOf(userId)],
});
const change = (isGiven: boolean) => async (about: { userId: string; roleId: string }) => {
  fake.calls.push(`${isGiven ? 'give' : 'take'} ${about.userId} ${about.roleId}`);
  if (fake.refusal) throw fake.refusal;
  const roles = rolesOf(about.userId);
  if (isGiven) roles.add(about.roleId);
  else roles.delete(about.roleId);
  if (fake.isLosingReplies) throw failure('down');
};
export const discord = {
  members: {
    get: async ({ userId }: { userId: string }) => {
      fake.asked.push('get');
      return asMember(userId);
    },
    list: async ({ limit, after = '0' }: { limit: number; after?: string }) => {
      fake.asked.push('list');
      return [...there.keys()]
        .filter((userId) => userId > after)
        .sort()
        .slice(0, limit)
        .map(asMember);
    },
    giveRole: change(true),
    takeRole: change(false),
  },
};

export const troubles: RoleTrouble[] = [];
const kind: RoleKind = { audit: 'test', what: 'liveRole.what_streamer', path: '/here' };
const owner = (name: string): Feature => ({ name, roleOwner: { kinds: { one: kind } } });
/** Claims count only for members who have the blue role. */
const choosy: Feature = {
  name: 'choosy',
  roleOwner: { kinds: { one: kind }, filter: async () => (_claim, roleIds) => roleIds.includes(blue) },
};
/** Claims based on the current state of members. */
const shown: Feature = { name: 'shown', roleOwner: { kinds: { one: { ...kind, endsOnLeave: true } } } };
const errors: Feature = {
  name: 'errors',
  roleTrouble: async (_ctx, _tx, _serverId, trouble) => {
    troubles.push(trouble);
  },
};

export let world: TestCtx;

/** Test files share their imports, so each file opens its own house. */
export function openHouse(): void {
  beforeAll(async () => {
    const features = [owner('stream'), owner('sync'), owner('rules'), choosy, shown, errors];
    world = await testCtx({ jobs: roleJobs, ctx: { features, discord: discord as never } });
  });
  afterAll(async () => await world.close());
  beforeEach(async () => {
    await world.database.reset();
    there.clear();
    for (let number = 1; number <= 20; number += 1) there.set(member(number), new Set());
    Object.assign(fake, { calls: [], asked: [], refusal: null, isLosingReplies: false });
    troubles.length = 0;
  });
}

export const claimOf = (feature: string, number: number, wish: 'held' | 'given' | 'taken' = 'held', roleId = red) => ({
  serverId: home,
  userId: member(number),
  roleId,
  kind: `${feature}/one`,
  wish,
});
export const claim = async (...claims: ReturnType<typeof claimOf>[]) =>
  await world.ctx.db.transaction((tx) => claimRoles(world.ctx, tx, claims));
export const drop = async (feature: string) =>
  await world.ctx.db.transaction((tx) => dropClaims(world.ctx, tx, { kinds: [`${feature}/one`], serverId: home }));
export const run = async () => {
  const about = { jobId: 'x', attempt: 1, signal: new AbortController().signal };
  await carryOutJob.run(world.ctx, { serverId: home }, about);
  const done = fake.calls;
  fake.calls = [];
  return done;
};
export const has = (number: number, roleId = red) => rolesOf(member(number)).has(roleId);
export const compared = async () => {
  await compareServer(world.ctx, home);
  return await run();
};

export const leaseFor = (count: number) => {
  const now = world.clock.now();
  return { now, until: new Date(now.getTime() + minutes(count)) };
};
