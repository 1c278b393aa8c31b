import { randomUUID } from 'node:crypto';
import { ServerId, UserId } from '@tally/contract';
import { minutes, UpstreamError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { streamers } from '../streamers/index.ts';
import { readOne } from '../streamers/service/read.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { liveRole } from './index.ts';

const home = ServerId.parse('800000000000000001');
/** The first id has fewer digits, so a wrong alphabetical order would show. */
const people = [99, 100, 101, 102, 103, 104, 105].map((number) => UserId.parse(`${number}000000000000000`));
const [ada, bob, cleo] = people as [UserId, UserId, UserId];
const member = (id: UserId, nick: string | null, displayName: string | null) => ({
  user: { id, username: `user ${id}`, displayName, avatar: null, isBot: false },
  nick,
});
const there = new Map([
  [ada, member(ada, 'Countess', 'Ada')],
  [bob, member(bob, null, 'Bob')],
  [cleo, member(cleo, null, null)],
]);
const calls: string[] = [];
const fake: { kind: UpstreamError['kind'] | null; strangers: number } = { kind: null, strangers: 0 };
const answer = <T>(call: string, value: T | undefined): T => {
  calls.push(call);
  const kind = fake.kind ?? (value === undefined ? 'gone' : null);
  if (kind) throw new UpstreamError({ world: 'discord', kind, message: 'no' });
  return value as T;
};
const discord = {
  members: {
    get: async ({ userId }: { userId: UserId }) => answer('get', there.get(userId)),
    list: async ({ after }: { after: string }) => {
      const strangers = Array.from({ length: fake.strangers }, (_, at) => member(`5${at}` as UserId, 'stranger', null));
      return answer('list', [
        ...[...there.values()].filter(({ user }) => BigInt(user.id) > BigInt(after)),
        ...strangers,
      ]);
    },
  },
};

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [streamers, liveRole], discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  world.clock.move(minutes(10));
  calls.length = 0;
  Object.assign(fake, { kind: null, strangers: 0 });
});

async function named(userIds: readonly UserId[]) {
  const now = world.clock.now();
  const row = { platform: 'kick' as const, channelId: '1', settings: { usersForLiveRole: [...userIds] } };
  await insertStreamer(world.inside, {
    id: randomUUID(),
    serverId: home,
    name: 'ada',
    addedAt: now,
    changedAt: now,
    ...row,
  });
  return (await readOne(world.ctx(), { serverId: home, platform: 'kick', name: 'ada' })).usersForLiveRole;
}
const names = async (userIds: readonly UserId[]) => (await named(userIds)).map(({ name }) => name);

it('names a streamer’s people as the server does, in their order; unknown ones keep the id', async () => {
  const gone = people[3] as UserId;
  expect(await named([cleo, gone, ada, bob])).toEqual([
    { id: cleo, name: `user ${cleo}` },
    { id: gone, name: gone },
    { id: ada, name: 'Countess' },
    { id: bob, name: 'Bob' },
  ]);
  await readOne(world.ctx(), { serverId: home, platform: 'kick', name: 'ada' });
  expect(calls).toEqual(['get', 'get', 'get', 'get']);
});

it('many are named by one question', async () => {
  expect(await names(people)).toEqual(['Countess', 'Bob', `user ${cleo}`, ...people.slice(3)]);
  expect(calls).toEqual(['list']);
});

it('queries only a few of those beyond the first page', async () => {
  fake.strangers = 1_000;
  await names(people);
  expect(calls).toEqual(['list', 'get', 'get', 'get', 'get']);
});

it('without the privileged intent the list is not asked for, because refusals are counted', async () => {
  await world.db.execute(`insert into gateway_refusals (intent) values ('GuildMembers')`);
  expect((await names(people)).slice(0, 3)).toEqual(['Countess', 'Bob', `user ${cleo}`]);
  expect(calls).toEqual(['get', 'get', 'get', 'get', 'get']);
});

it('the page works without Discord, and makes no call for an empty list', async () => {
  fake.kind = 'down';
  expect(await names(people)).toEqual(people);
  calls.length = 0;
  await world.reset();
  expect([await names([]), calls]).toEqual([[], []]);
});
