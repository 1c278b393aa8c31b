import type { Platform } from '@tally/contract';
import type { StreamDetails } from '@tally/kernel';
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const channels = pgTable(
  'channels',
  {
    platform: text('platform').$type<Platform>().notNull(),
    channelId: text('channel_id').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    avatarUrl: text('avatar_url'),
    followers: integer('followers'),
    url: text('url').notNull(),
    refreshedAt: moment('refreshed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId] })],
);

export const watches = pgTable(
  'watches',
  {
    platform: text('platform').$type<Platform>().notNull(),
    channelId: text('channel_id').notNull(),
    reason: text('reason').notNull(),
    holder: text('holder').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId, table.reason, table.holder] })],
);

export const streamSessions = pgTable('stream_sessions', {
  id: uuid('id').primaryKey(),
  platform: text('platform').$type<Platform>().notNull(),
  channelId: text('channel_id').notNull(),
  streamId: text('stream_id'),
  startedAt: moment('started_at').notNull(),
  detectedAt: moment('detected_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  offlineSince: moment('offline_since'),
  offlineObservations: integer('offline_observations').notNull().default(0),
  endedAt: moment('ended_at'),
  url: text('url').notNull(),
  details: jsonb('details').$type<StreamDetails>().notNull(),
  peakViewers: integer('peak_viewers'),
});

export const pushMessages = pgTable(
  'push_messages',
  {
    platform: text('platform').$type<Platform>().notNull(),
    messageId: text('message_id').notNull(),
    channelId: text('channel_id').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.messageId] })],
);

export const leads = pgTable('leads', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
});

export type ChannelRow = typeof channels.$inferSelect;
export type SessionRow = typeof streamSessions.$inferSelect;
