import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq, inArray, sql } from 'drizzle-orm';
import type { ShardStore } from './sessions.ts';
import { type ServerState, unpackServer } from './state/pack.ts';
import { gatewayServers, gatewayShards } from './tables.ts';

/** So many servers are written in one statement; each has a few kilobytes. */
const AT_ONCE = 500;

/** Sessions and the packed servers that belong to them, kept together or not at all. */
export function createShardStore(db: Db): ShardStore {
  return {
    async load(shardId) {
      const [shard] = await db.select().from(gatewayShards).where(eq(gatewayShards.shardId, shardId));
      if (!shard) return null;
      const rows = await db.select().from(gatewayServers).where(eq(gatewayServers.shardId, shardId));
      return {
        session: shard.session,
        botId: shard.botId,
        servers: rows.map((row) => [row.serverId, row.state] as const),
      };
    },

    async save({ shardId, session, botId, servers }) {
      await db.transaction(async (tx) => {
        await tx
          .insert(gatewayShards)
          .values({ shardId, session, botId })
          .onConflictDoUpdate({ target: gatewayShards.shardId, set: { session, botId } });
        const gone = [...servers].flatMap(([serverId, state]) => (state ? [] : [serverId]));
        if (gone.length > 0) await tx.delete(gatewayServers).where(inArray(gatewayServers.serverId, gone));
        const kept = [...servers].flatMap(([serverId, state]) => (state ? [{ serverId, shardId, state }] : []));
        for (let at = 0; at < kept.length; at += AT_ONCE) {
          await tx
            .insert(gatewayServers)
            .values(kept.slice(at, at + AT_ONCE))
            .onConflictDoUpdate({
              target: gatewayServers.serverId,
              set: { shardId, state: sql`excluded.state` },
            });
        }
      });
    },

    async clear(shardId) {
      await db.delete(gatewayShards).where(eq(gatewayShards.shardId, shardId));
    },
  };
}

/** What the gateway last saved of servers, for the processes without one. A few seconds old at most. */
export async function findServerStates(db: Db, serverIds: readonly ServerId[]): Promise<Map<ServerId, ServerState>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(gatewayServers)
    .where(inArray(gatewayServers.serverId, [...serverIds]));
  return new Map(
    rows.flatMap(({ serverId, state }) => {
      const read = unpackServer(serverId, state);
      return read ? [[serverId, read] as const] : [];
    }),
  );
}
