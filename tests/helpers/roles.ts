import type { ServerId } from '@tally/contract';
import { packServer, type ServerState } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { Ctx } from '@tally/kernel';
import { roleJobs } from '@tally/pipeline/roles';

type Known<M> = M extends ReadonlyMap<unknown, infer Value> ? Value : never;

/** Saves a server's state as if the gateway had reported it. */
export async function saveServerState(
  db: Db,
  id: ServerId,
  about: {
    readonly roles: readonly Known<ServerState['roles']>[];
    readonly botRoleIds: ServerState['botRoleIds'];
    readonly channels?: readonly Known<ServerState['channels']>[];
  },
): Promise<void> {
  const channels = new Map(about.channels?.map((channel) => [channel.id, channel]));
  const facts = { id, name: 'Home', icon: null, ownerId: '1' as never, memberCount: 20 };
  const roles = new Map(about.roles.map((role) => [role.id, role]));
  const state = Buffer.from(packServer({ ...facts, ...about, roles, channels }));
  await db.execute(sql`
    insert into gateway_generations (generation, shard_count, shards_per_cluster, phase) values (1, 1, 1, 'current')
    on conflict do nothing`);
  await db.execute(sql`
    insert into gateway_shards (generation, shard_id, session, bot_id, intents) values (1, 0, '{}', '1', 0)
    on conflict do nothing`);
  await db.execute(sql`
    insert into gateway_servers (server_id, generation, shard_id, state) values (${id}, 1, 0, ${state})
    on conflict (server_id, generation) do update set state = excluded.state`);
}

/** Runs one of the jobs that add and remove roles, as the worker does. */
export async function runRoleJob(
  ctx: Ctx,
  word: 'carry-out' | 'compare' | 'sweep' | 'write-log',
  data: Readonly<Record<string, string>> = {},
): Promise<void> {
  const job = roleJobs.find(({ name }) => name === `roles/${word}`);
  await job?.run(ctx, data as never, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
}
