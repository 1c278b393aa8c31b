import type { RecentType, Shard } from '@tally/contract';
import { bigint, integer, jsonb, pgTable, real, text, timestamp } from '@tally/infra/sql';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const clusters = pgTable('clusters', {
  clusterId: integer('cluster_id').primaryKey(),
  startedAt: moment('started_at').notNull(),
  reportedAt: moment('reported_at').notNull(),
  corePercent: real('core_percent').notNull(),
  machinePercent: real('machine_percent').notNull(),
  memoryBytes: bigint('memory_bytes', { mode: 'number' }).notNull(),
  shards: jsonb('shards').$type<readonly Shard[]>().notNull(),
});

export const recentActivity = pgTable('recent_activity', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  type: text('type').$type<RecentType>().notNull(),
  message: text('message').notNull(),
  createdAt: moment('created_at').notNull(),
});
