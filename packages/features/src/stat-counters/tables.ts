import type { ChannelId, CounterPause, CounterType, ServerId } from '@tally/contract';
import { moment, pgTable, text, uuid } from '@tally/infra/sql';

export const counters = pgTable('stat_counters', {
  channelId: text('channel_id').$type<ChannelId>().primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  kind: text('kind').$type<CounterType>().notNull(),
  streamerId: uuid('streamer_id'),
  shown: text('shown').notNull(),
  wanted: text('wanted').notNull(),
  renamedAt: moment('renamed_at').array().notNull().default([]),
  dueAt: moment('due_at'),
  pausedBy: text('paused_by').$type<CounterPause>(),
  pausedAt: moment('paused_at'),
  createdAt: moment('created_at').notNull(),
});
export type CounterRow = typeof counters.$inferSelect;
