import type { ChannelId, OverrideAction, Platform, QueryIn, QuietHours, RoleId, ServerId } from '@tally/contract';
import { boolean, integer, jsonb, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';
import type { Decision } from './match/decide.ts';

export const overrides = pgTable(
  'notification_overrides',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    priority: integer('priority').notNull(),
    applyTo: text('apply_to').array().$type<Platform[]>().notNull(),
    query: text('query').array().$type<string[]>().notNull(),
    queryIn: text('query_in').array().$type<QueryIn[]>().notNull(),
    actions: text('actions').array().$type<OverrideAction[]>().notNull(),
    durationMinutes: integer('duration_minutes'),
    channelId: text('channel_id').$type<ChannelId>(),
    pingRoleId: text('ping_role_id').$type<RoleId>(),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.priority] })],
);

export const rules = pgTable('notification_rules', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  onlyOverrides: boolean('only_overrides').notNull().default(false),
  quietHours: jsonb('quiet_hours').$type<QuietHours>(),
});

export const holds = pgTable(
  'override_holds',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    sessionId: uuid('session_id').notNull(),
    decision: jsonb('decision').$type<Decision>().notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.sessionId] })],
);

export const held = pgTable('held_notifications', {
  dedupeKey: text('dedupe_key').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  channelId: text('channel_id').$type<ChannelId>().notNull(),
  streamerId: text('streamer_id').notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  creatorId: text('creator_id').notNull(),
  sessionId: uuid('session_id'),
  name: text('name').notNull(),
  title: text('title'),
  url: text('url').notNull(),
  happenedAt: moment('happened_at').notNull(),
  cause: text('cause').$type<'quietHours' | 'together'>().notNull(),
  heldAt: moment('held_at').notNull(),
  /** Null while quiet hours last. */
  digestKey: text('digest_key'),
  digestAt: moment('digest_at'),
  toldAt: moment('told_at'),
});

export type OverrideRow = typeof overrides.$inferSelect;
export type HeldRow = typeof held.$inferSelect;
