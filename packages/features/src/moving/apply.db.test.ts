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
const other = UserId.parse('375805687529209857');
const COUNT = 250;

const discord = {
  servers: {
    get: async () => ({ id: home, name: 'Home', ownerId: ada, roles: [], emojis: [] }),
    channels: async () => [{ id: room, name: 'live', kind: 'text', parentId: null, position: 0, overwrites: [] }],
  },
  members: { get: async () => ({ user: { id: other, isBot: true, displayName: null, username: 'Streamcord' } }) },
};

let world: TestWorld;
/** The call during which the process dies; 0: it survives. */
let diesAt = 0;
let calls = 0;

beforeAll(async () => {
  world = await testWorld({ features: [streamers, moving], env: { PLANS: 'unlimited' }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  [diesAt, calls] = [0, 0];
});

async function ask(questions: readonly unknown[]) {
  calls += 1;
  if (calls === diesAt) throw new Error('killed');
  return questions.map(() => ({ snapshot: { state: 'offline' } }));
}
const definition = {
  id: 'kick',
  name: 'Kick',
  batchSize: 500,
  capabilities: [],
  channelNameIn: (text: string) => text,
};
const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms({ kick: { stream: { ask } } }, [definition]),
  caller: { kind: 'user', userId: ada, sessionId: 'session', flags: new Set<never>() } as const,
});

async function draft(): Promise<string> {
  const now = world.clock.now();
  const id = world.ctx().random.uuid();
  const candidates = Array.from({ length: COUNT }, (_, place) => ({
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
    userId: ada,
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
  diesAt = part;
  await expect(applyMove(ctx(), home, id, {})).rejects.toThrow('killed');
  expect(await followed()).toHaveLength((part - 1) * 200);
  const done = { added: COUNT, skipped: [] };
  expect(await applyMove(ctx(), home, id, {})).toEqual(done);
  expect(await applyMove(ctx(), home, id, {})).toEqual(done);
  expect(new Set(await followed()).size).toBe(COUNT);
  expect(await followed()).toHaveLength(COUNT);
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
