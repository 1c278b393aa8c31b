import { RoleId, ServerId, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { defineFeature, UpstreamError } from '@tally/kernel';
import { dropClaims, roleJobs } from '@tally/pipeline/roles';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { remakeTables, repeatMigration } from '@tally/tests/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roleSync } from './index.ts';
import { STANDING } from './service/claims.ts';

const home = ServerId.parse('800000000000000001');
const [sub, vip] = ['1', '2'].map((n) => RoleId.parse(`30000000000000000${n}`)) as [RoleId, RoleId];
const [held, lost, tried, byHand, shared] = [1, 2, 3, 4, 5].map((n) => UserId.parse(`20000000000000000${n}`)) as [
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
];

const there = new Map<string, Set<string>>();
let calls: string[] = [];
const rolesOf = (userId: string): Set<string> => {
  const found = there.get(userId);
  if (!found) throw new UpstreamError({ world: 'discord', kind: 'gone', message: 'no', upstreamCode: 10_007 });
  return found;
};
const discord = {
  members: {
    get: async ({ userId }: { userId: string }) => ({ roleIds: [...rolesOf(userId)] }),
    async giveRole({ userId, roleId }: { userId: string; roleId: string }) {
      rolesOf(userId).add(roleId);
      calls.push(`give ${userId} ${roleId}`);
    },
    async takeRole({ userId, roleId }: { userId: string; roleId: string }) {
      rolesOf(userId).delete(roleId);
      calls.push(`take ${userId} ${roleId}`);
    },
  },
};

/** Another feature gives a role that role sync also gives. */
const other = defineFeature({
  name: 'other',
  roleOwner: { kinds: { one: { audit: 'test', what: 'roleSync.what', path: '/' } } },
});

let world: TestCtx;
beforeAll(async () => {
  world = await testCtx({ jobs: roleJobs, ctx: { features: [roleSync, other], discord: discord as never } });
});
afterAll(async () => await world.close());

/** Runs the comparison that comes every ten minutes, and the jobs that it queues. */
async function settled(): Promise<string[]> {
  for (const name of ['roles/compare', 'roles/carry-out']) {
    const job = roleJobs.find((each) => each.name === name);
    await job?.run(world.ctx, { serverId: home } as never, {} as never);
  }
  return calls.splice(0).sort();
}

it('members keep roles from before claims existed, and their own roles do not become ours', async () => {
  there.set(held, new Set([sub]));
  // A moderator removed the role by hand, although the member should still have it.
  there.set(lost, new Set());
  // Discord refused the role at first. We will retry, or a moderator has given it since.
  there.set(tried, new Set());
  there.set(byHand, new Set([vip]));
  // Another feature gave the same role, which the member already had.
  there.set(shared, new Set([sub]));
  await remakeTables(world.database, '0176', ['role_sync_holdings']);
  await world.ctx.db.execute(sql`
    insert into role_sync_holdings (server_id, user_id, role_id, has_it) values
      (${home}, ${held}, ${sub}, true), (${home}, ${lost}, ${sub}, true), (${home}, ${tried}, ${vip}, false),
      (${home}, ${byHand}, ${vip}, false), (${home}, ${shared}, ${sub}, true)`);
  await world.ctx.db.execute(sql`
    insert into role_holdings (server_id, user_id, role_id, has_it, is_ours, kind, reason)
    values (${home}, ${shared}, ${sub}, true, false, 'other/one', '')`);
  await repeatMigration(world.database, '0202');
  expect(await settled()).toEqual([`give ${lost} ${sub}`, `give ${tried} ${vip}`]);
  expect(await settled()).toEqual([]);

  await world.ctx.db.transaction((tx) => dropClaims(world.ctx, tx, { kinds: [STANDING], serverId: home }));
  expect(await settled()).toEqual(
    [`take ${held} ${sub}`, `take ${lost} ${sub}`, `take ${shared} ${sub}`, `take ${tried} ${vip}`].sort(),
  );
  expect([...rolesOf(byHand)]).toEqual([vip]);
});
