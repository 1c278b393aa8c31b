import { randomUUID } from 'node:crypto';
import { ChannelId, MessageId, RoleId, ServerId, UserId } from '@tally/contract';
import type { Delivered } from '@tally/pipeline/delivery';
import { runRoleJob, saveServerState } from '@tally/tests/roles';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { branding } from '../branding/index.ts';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { starboard } from './index.ts';
import { addStarboard } from './service/change.ts';
import { listBoards } from './store/boards.ts';
import { changePost, lockPost } from './store/posts.ts';

const ann = '111111111111111111';
const author = UserId.parse('222222222222222222');
const home = ServerId.parse('800000000000000001');
const board = ChannelId.parse('910000000000000002');
const prize = RoleId.parse('920000000000000001');
const bots = RoleId.parse('920000000000000009');
const bot = '900000000000000001';
const role = (id: RoleId, position: number) =>
  ({ id, name: 'Role', position, permissions: 1n << 28n, isManaged: false, isMentionable: false, color: 0 }) as never;
const rolesWith = (position: number) => [role(prize, position), role(bots, 5)];

const rewarded: string[] = [];
const discord = {
  servers: {
    channels: async () => [{ id: board, name: 'board', kind: 'text', parentId: null, position: 0, overwrites: [] }],
    channel: async (id: string) => ({ id, kind: 'text', parentId: null, isForAdults: false, overwrites: [] }),
    get: async () => ({ id: home, name: 'Home', ownerId: ann, roles: rolesWith(1), emojis: [] }),
  },
  members: {
    get: async ({ userId }: { userId: string }) => ({
      user: null,
      nick: null,
      roleIds: userId === bot ? [bots] : [],
      timedOutUntil: null,
    }),
    giveRole: async ({ userId, roleId }: { userId: string; roleId: string }) =>
      void rewarded.push(`${userId} ${roleId}`),
  },
};

let world: TestWorld;
beforeAll(async () => {
  const features = [servers, branding, errorLogs, starboard];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  rewarded.length = 0;
  await world.reset();
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 9 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
  await standAt(1);
  await addStarboard(world.ctx({ caller: person(ann) }), home, { channelId: board, rewardRole: prize });
});

/** Sets the role's position, as the gateway would send it. */
const standAt = async (position: number) =>
  await saveServerState(world.db, home, { roles: rolesWith(position), botRoleIds: [bots] });
const carryOut = async () => await runRoleJob(world.ctx(), 'carry-out', { serverId: home });

/** Posts a message on the board. Returns a function that reports its outcome again. */
async function posted(authorId: string): Promise<() => Promise<void>> {
  const boardId = (await listBoards(world.db, home))[0]?.id ?? '';
  const id = randomUUID();
  await world.db.transaction(async (tx) => {
    await lockPost(tx, {
      id,
      boardId,
      serverId: home,
      originalMessageId: MessageId.parse('1000000000000000001'),
      originalChannelId: board,
      authorId: authorId as UserId,
      currentStars: 3,
      starredAt: world.clock.now(),
    });
    await changePost(tx, id, { deliveryKey: `starboard ${id}` });
  });
  const about = { subject: id, dedupeKey: `starboard ${id}`, serverId: home, channelId: board, messageId: '2000' };
  const told = { ...about, state: 'posted', reason: null, wanted: 'present' } as unknown as Delivered;
  return async () => await starboard.deliveries.delivered(world.ctx(), [told]);
}

it('is given to the author once, even if the outcome is reported again', async () => {
  const tell = await posted(author);
  for (let n = 0; n < 2; n += 1) {
    await tell();
    await carryOut();
  }
  expect(rewarded).toEqual([`${author} ${prize}`]);
});

it('above the bot is reported once, and given when it was fixed', async () => {
  await standAt(9);
  const tell = await posted(author);
  for (let n = 0; n < 2; n += 1) {
    await tell();
    await carryOut();
  }
  expect([rewarded, await listTrouble(world.ctx(), home)]).toMatchObject([[], [{ reason: 'roleTooHigh', count: 1 }]]);
  await standAt(1);
  await runRoleJob(world.ctx(), 'compare', { serverId: home });
  await carryOut();
  expect(rewarded).toEqual([`${author} ${prize}`]);
});

it('is given to no one if Discord does not name the author', async () => {
  await (await posted('0'))();
  await carryOut();
  expect(rewarded).toEqual([]);
});
