import type { SessionInfo } from '@discordjs/ws';
import type { ServerId, UserId } from '@tally/contract';
import { customType, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const gatewayShards = pgTable('gateway_shards', {
  shardId: integer('shard_id').primaryKey(),
  session: jsonb('session').$type<SessionInfo>().notNull(),
  botId: text('bot_id').$type<UserId>().notNull(),
});

export const gatewayServers = pgTable('gateway_servers', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  shardId: integer('shard_id').notNull(),
  state: bytes('state').notNull(),
});
