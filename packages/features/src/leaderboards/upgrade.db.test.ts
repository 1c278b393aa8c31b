import { randomUUID } from 'node:crypto';
import { RoleId, ServerId, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days } from '@tally/kernel';
import { recheckRoles, roleJobs } from '@tally/pipeline/roles';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { remakeTables, repeatMigration } from '@tally/tests/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedAccounts } from '../connections/tables.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { leaderboards } from './index.ts';
import { saveBoard } from './store/boards.ts';
import { addGift } from './store/gifts.ts';

const home = ServerId.parse('800000000000000001');
const gold = RoleId.parse('300000000000000001');
const [first, second, third] = [1, 2, 3].map((n) => UserId.parse(`20000000000000000${n}`)) as [UserId, UserId, UserId];

const there = new Map<string, Set<string>>();
const calls: string[] = [];
const discord = {
  members: {
    get: async ({ userId }: { userId: string }) => ({ roleIds: [...(there.get(userId) ?? [])] }),
    async giveRole({ userId, roleId }: { userId: string; roleId: string }) {
      there.get(userId)?.add(roleId);
      calls.push(`give ${userId}`);
    },
    async takeRole({ userId, roleId }: { userId: string; roleId: string }) {
      there.get(userId)?.delete(roleId);
      calls.push(`take ${userId}`);
    },
  },
};

let world: TestCtx;
beforeAll(async () => {
  const ctx = { features: [leaderboards], discord: discord as never };
  world = await testCtx({ jobs: roleJobs, env: { PLANS: 'unlimited' }, ctx });
});
afterAll(async () => await world.close());

/** Compares all roles, as happens every ten minutes, and carries out the changes. */
const settled = async () => await run('compare', 'carry-out');
async function run(...words: string[]): Promise<string[]> {
  for (const word of words) {
    const job = roleJobs.find(({ name }) => name === `roles/${word}`);
    await job?.run(world.ctx, { serverId: home } as never, {} as never);
  }
  return calls.splice(0).sort();
}

/** Sets up three gifters, of whom the first two earn a role this week. */
async function makeBoard(): Promise<void> {
  const { db } = world.ctx;
  const now = world.clock.now();
  const id = randomUUID();
  const roles = [1, 2].map((position) => ({ roleId: gold, position }));
  const settings = { leaderBoardSyncRoles: [{ type: 'weekly' as const, roles }] };
  const row = { serverId: home, platform: 'kick', channelId: '42', name: 'ada', settings } as const;
  await insertStreamer(db as never, { id, ...row, addedAt: now, changedAt: now });
  await saveBoard(db, { streamerId: id, serverId: home, kickChannelId: '42', hasRoles: true });
  for (const [at, userId] of [first, second, third].entries()) {
    there.set(userId, new Set([gold]));
    const name = `gifter ${at}`;
    const account = { userId, platform: 'kick', accountId: name, username: name, displayName: name } as const;
    await db.insert(linkedAccounts).values({ ...account, way: 'login', checkedAt: now, linkedAt: now });
    const gifter = { id: name, name, displayName: name };
    await addGift(db, { channelId: '42', gifter, count: 10 - at, at: now });
  }
}

it('roles for ranks from before claims existed end with the rank; those given by hand stay', async () => {
  await makeBoard();
  await remakeTables(world.database, '0180', ['leaderboard_holdings', 'leaderboard_turns']);
  // The third gifter has just lost a rank. The second one had the role before we gave it.
  await world.ctx.db.execute(sql`
    insert into leaderboard_holdings (server_id, user_id, role_id, is_ours)
    values (${home}, ${first}, ${gold}, true), (${home}, ${second}, ${gold}, false), (${home}, ${third}, ${gold}, true)`);
  await repeatMigration(world.database, '0203');
  // The role may be checked for other reasons before the ranks are compared.
  await world.ctx.db.transaction((tx) => recheckRoles(world.ctx, tx, home, [gold]));
  expect(await run('carry-out')).toEqual([]);
  expect(await settled()).toEqual([`take ${third}`]);
  expect(await settled()).toEqual([]);
  world.clock.move(days(7));
  expect(await settled()).toEqual([`take ${first}`]);
  expect([...(there.get(second) ?? [])]).toEqual([gold]);
});
