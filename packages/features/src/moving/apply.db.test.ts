import { ChannelId, ServerId, UserId } from '@tally/contract';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listStreamersOf, streamers } from '../streamers/index.ts';
import { moving } from './index.ts';
import { applyMove, removeMove } from './service/apply.ts';
import { insertMove } from './store.ts';

const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');
const ada = UserId.parse('100000000000000001');
const bob = UserId.parse('100000000000000002');
const other = UserId.parse('375805687529209857');
/** More than the 200 streamers that one transaction adds. */
const COUNT = 210;

const discord = {
  servers: {
    get: async () => ({ id: home, name: 'Home', ownerId: ada, roles: [], emojis: [] }),
    channels: async () => [{ id: room, name: 'live', kind: 'text', parentId: null, position: 0, overwrites: [] }],
  },
  members: { get: async () => ({ user: { id: other, isBot: true, displayName: null, username: 'Streamcord' } }) },
};

let world: TestWorld;
/** Runs while the platform answers a look-up. */
let during: (call: number) => Promise<unknown>;
let calls = 0;

beforeAll(async () => {
  world = await testWorld({ features: [streamers, moving], env: { PLANS: 'unlimited' }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  calls = 0;
  during = async () => {};
});

async function ask(questions: readonly unknown[]) {
  calls += 1;
  await during(calls);
  return questions.map(() => ({ snapshot: { state: 'offline' } }));
}
const definition = {
  id: 'kick',
  name: 'Kick',
  batchSize: 500,
  capabilities: [],
  channelNameIn: (text: string) => text,
};
const ctx = (userId = ada) => ({
  ...world.ctx(),
  platforms: fakePlatforms({ kick: { stream: { ask } } }, [definition]),
  caller: { kind: 'user', userId, sessionId: 'session', flags: new Set<never>() } as const,
});

async function draft(count = COUNT, userId = ada): Promise<string> {
  const now = world.clock.now();
  const id = world.ctx().random.uuid();
  const candidates = Array.from({ length: count }, (_, place) => ({
    id: `c${place}`,
    wrote: `name${place}`,
    platform: 'kick' as const,
    state: 'found' as const,
    reason: null,
    channel: {
      platform: 'kick' as const,
      id: `${1_000 + place}`,
      name: `name${place}`,
      displayName: `Name ${place}`,
      url: `https://kick.com/name${place}`,
      avatarUrl: null,
    },
    isTaken: true,
    channelId: room,
    pingRoleId: null,
  }));
  await insertMove(world.db, {
    id,
    serverId: home,
    userId,
    kind: 'list',
    state: 'ready',
    candidates: candidates as never,
    leftOut: [],
    reading: null,
    outcome: null,
    createdAt: now,
    workedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  return id;
}
const followed = async () => (await listStreamersOf(world.db, home)).map(({ channelId }) => channelId);

it.each([1, 2])('killed in part %i, the next call follows the rest: each creator once', async (part) => {
  const id = await draft();
  during = async (call) => {
    if (call === part) throw new Error('killed');
  };
  await expect(applyMove(ctx(), home, id, {})).rejects.toThrow('killed');
  expect(await followed()).toHaveLength((part - 1) * 200);
  expect(await applyMove(ctx(), home, id, {})).toEqual(done);
  expect(await applyMove(ctx(), home, id, {})).toEqual(done);
  expect(new Set(await followed()).size).toBe(COUNT);
  expect(await followed()).toHaveLength(COUNT);
});

const done = { added: COUNT, skipped: [] };

it.each([1, 2])('a second tab that applies the list during part %i gets the same answer', async (part) => {
  const id = await draft();
  const others: unknown[] = [];
  during = async (call) => {
    if (call === part) others.push(await applyMove(ctx(), home, id, {}));
  };
  expect([await applyMove(ctx(), home, id, {}), ...others]).toEqual([done, done]);
  expect(new Set(await followed()).size).toBe(COUNT);
  expect(await followed()).toHaveLength(COUNT);
  expect(await removeMove(ctx(), home, id)).toBe(`${COUNT} streamers have been removed.`);
  expect(await followed()).toEqual([]);
});

it('several tabs that apply the list at the same moment get one answer', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await draft(3);
    const answers = await Promise.all(Array.from({ length: 4 }, () => applyMove(ctx(), home, id, {})));
    expect(answers).toEqual(answers.map(() => ({ added: 3, skipped: [] })));
    expect(await followed()).toHaveLength(3);
    await removeMove(ctx(), home, id);
  }
});

it('two people who apply the same creators at the same moment follow each once', async () => {
  const lists = [await draft(3), await draft(3, bob)] as const;
  const answers = await Promise.all([applyMove(ctx(), home, lists[0], {}), applyMove(ctx(bob), home, lists[1], {})]);
  const counts = answers.map(({ added, skipped }) => `${added} added, ${skipped.length} skipped`);
  expect(counts.toSorted()).toEqual(['0 added, 3 skipped', '3 added, 0 skipped']);
  expect(answers.flatMap(({ skipped }) => skipped.map(({ reason }) => reason))).toEqual(
    Array(3).fill('alreadyFollowed'),
  );
  expect(await followed()).toHaveLength(3);
});

it.each([1, 2])('a tab that undoes the list during part %i leaves none of its streamers', async (part) => {
  const id = await draft();
  during = async (call) => {
    if (call === part) await removeMove(ctx(), home, id);
  };
  await expect(applyMove(ctx(), home, id, {})).rejects.toMatchObject({ code: 'conflict' });
  expect(await followed()).toEqual([]);
});

it('all of them wait for the bot, and an undo removes them', async () => {
  const id = await draft();
  await expect(applyMove(ctx(), home, id, { start: 'whenGone' })).rejects.toMatchObject({ code: 'invalidFields' });
  await applyMove(ctx(), home, id, { start: 'whenGone', goneUserId: other });
  const rows = await listStreamersOf(world.db, home);
  expect(rows.filter(({ settings }) => settings.startsAfter === other)).toHaveLength(COUNT);
  expect(await removeMove(ctx(), home, id)).toBe(`${COUNT} streamers have been removed.`);
  expect(await followed()).toEqual([]);
});
