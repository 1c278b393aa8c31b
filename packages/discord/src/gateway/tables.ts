import type { SessionInfo } from '@discordjs/ws';
import type { ServerId, UserId } from '@tally/contract';
import { bigint, boolean, customType, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';
import type { IntentName } from './intents.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const phases = ['coming', 'shared', 'current', 'going'] as const;
export type Phase = (typeof phases)[number];

export const gatewayGenerations = pgTable('gateway_generations', {
  generation: integer('generation').primaryKey(),
  shardCount: integer('shard_count').notNull(),
  shardsPerCluster: integer('shards_per_cluster').notNull(),
  phase: text('phase').$type<Phase>().notNull(),
  phaseSince: moment('phase_since').notNull().defaultNow(),
});

export const gatewayClusters = pgTable(
  'gateway_clusters',
  {
    generation: integer('generation').notNull(),
    clusterId: integer('cluster_id').notNull(),
    holder: text('holder'),
    until: moment('until'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    isReady: boolean('is_ready').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.generation, table.clusterId] })],
);

export const gatewayBots = pgTable('gateway_bots', {
  holder: text('holder').primaryKey(),
  until: moment('until').notNull(),
});

export const gatewayIdentifies = pgTable('gateway_identifies', {
  bucket: integer('bucket').primaryKey(),
  freeAt: moment('free_at').notNull(),
});

export const gatewayTold = pgTable('gateway_told', {
  key: text('key').primaryKey(),
  toldAt: moment('told_at').notNull().defaultNow(),
});

export const gatewayRefusals = pgTable('gateway_refusals', {
  intent: text('intent').$type<IntentName>().primaryKey(),
  refusedAt: moment('refused_at').notNull().defaultNow(),
});

export const gatewayShards = pgTable(
  'gateway_shards',
  {
    generation: integer('generation').notNull(),
    shardId: integer('shard_id').notNull(),
    session: jsonb('session').$type<SessionInfo>().notNull(),
    serversUpTo: integer('servers_up_to'),
    botId: text('bot_id').$type<UserId>().notNull(),
    intents: integer('intents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.shardId] })],
);

export const gatewayServers = pgTable(
  'gateway_servers',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    generation: integer('generation').notNull(),
    shardId: integer('shard_id').notNull(),
    state: bytes('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.generation] })],
);
