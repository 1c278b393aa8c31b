import type { ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, desc, eq, gt, inArray, sql } from '@tally/infra/sql';
import type { ShardStore } from '../sessions.ts';
import { type ServerState, unpackServer } from '../state/pack.ts';
import { gatewayClusters, gatewayServers, gatewayShards } from '../tables.ts';

/** The number of servers written in one statement. Each has a few kilobytes. */
const AT_ONCE = 500;
/** The number of servers read at once, because all servers of a shard would be several megabytes. */
const PAGE = 500;

/** The cluster that a process writes for, with the fence that proves its lease. */
export interface Held {
  readonly generation: number;
  readonly clusterId: number;
  readonly fence: number;
}

/** Another process has taken the cluster over, so this process's writes are outdated. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Stores sessions and their packed servers together or not at all, and only for the process that holds the cluster. */
export function createShardStore(db: Db, held: Held): ShardStore {
  const { generation } = held;
  const isShard = (shardId: number) =>
    and(eq(gatewayShards.generation, generation), eq(gatewayShards.shardId, shardId));
  return {
    async load(shardId) {
      const [shard] = await db.select().from(gatewayShards).where(isShard(shardId));
      if (!shard) return null;
      return {
        session: shard.session,
        serversUpTo: shard.serversUpTo ?? shard.session.sequence,
        botId: shard.botId,
        intents: shard.intents,
        servers: serversOf(db, generation, shardId),
      };
    },

    async save({ shardId, session, serversUpTo, botId, intents, servers }) {
      await db.transaction(async (tx) => {
        await checkFence(tx, held);
        await tx
          .insert(gatewayShards)
          .values({ generation, shardId, session, serversUpTo, botId, intents })
          .onConflictDoUpdate({
            target: [gatewayShards.generation, gatewayShards.shardId],
            set: { session, serversUpTo, botId, intents },
          });
        const gone = [...servers].flatMap(([serverId, state]) => (state ? [] : [serverId]));
        if (gone.length > 0) {
          await tx
            .delete(gatewayServers)
            .where(and(inArray(gatewayServers.serverId, gone), eq(gatewayServers.generation, generation)));
        }
        const kept = [...servers].flatMap(([serverId, state]) =>
          state ? [{ serverId, generation, shardId, state }] : [],
        );
        for (let at = 0; at < kept.length; at += AT_ONCE) {
          await tx
            .insert(gatewayServers)
            .values(kept.slice(at, at + AT_ONCE))
            .onConflictDoUpdate({
              target: [gatewayServers.serverId, gatewayServers.generation],
              set: { shardId, state: sql`excluded.state` },
            });
        }
      });
    },

    async clear(shardId) {
      await db.transaction(async (tx) => {
        await checkFence(tx, held);
        await tx.delete(gatewayShards).where(isShard(shardId));
      });
    },
  };
}

/** Locks the lease for this transaction, so no process can take it over between the check and the write. */
async function checkFence(tx: Db, { generation, clusterId, fence }: Held): Promise<void> {
  const found = await tx
    .select({ fence: gatewayClusters.fence })
    .from(gatewayClusters)
    .where(
      and(
        eq(gatewayClusters.generation, generation),
        eq(gatewayClusters.clusterId, clusterId),
        eq(gatewayClusters.fence, fence),
      ),
    )
    .for('share');
  if (found.length === 0) throw new LeaseLostError(`Cluster ${clusterId} is held by another process by now.`);
}

async function* serversOf(
  db: Db,
  generation: number,
  shardId: number,
): AsyncGenerator<readonly [ServerId, Uint8Array]> {
  for (let last = ''; ; ) {
    const rows = await db
      .select({ serverId: gatewayServers.serverId, state: gatewayServers.state })
      .from(gatewayServers)
      .where(
        and(
          eq(gatewayServers.generation, generation),
          eq(gatewayServers.shardId, shardId),
          gt(gatewayServers.serverId, last as ServerId),
        ),
      )
      .orderBy(asc(gatewayServers.serverId))
      .limit(PAGE);
    for (const { serverId, state } of rows) yield [serverId, state] as const;
    const end = rows.at(-1)?.serverId;
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}

/** Returns the last saved state of servers, for processes without a gateway. It is at most a few seconds old. */
export async function findServerStates(db: Db, serverIds: readonly ServerId[]): Promise<Map<ServerId, ServerState>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select({ serverId: gatewayServers.serverId, state: gatewayServers.state })
    .from(gatewayServers)
    .where(anyOf(gatewayServers.serverId, serverIds))
    // While the number of shards changes, two generations have the server. The older one is complete, so it comes last
    // and wins.
    .orderBy(desc(gatewayServers.generation));
  return new Map(
    rows.flatMap(({ serverId, state }) => {
      const read = unpackServer(serverId, state);
      return read ? [[serverId, read] as const] : [];
    }),
  );
}
