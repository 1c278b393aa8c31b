import type { ChannelId, RoleFilter, RoleId, ServerId, UserId } from '@tally/contract';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from '@tally/infra/sql';
import type { LoggedKind, Source } from './match.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

const ruleColumns = {
  serverId: text('server_id').$type<ServerId>().notNull(),
  roleId: text('role_id').$type<RoleId>().notNull(),
  filter: jsonb('filter').$type<RoleFilter>(),
  addedAt: moment('added_at').notNull(),
};

export const autoLiveRoles = pgTable('auto_live_roles', ruleColumns, (table) => [
  primaryKey({ columns: [table.serverId, table.roleId] }),
]);

export const statusRoles = pgTable(
  'status_roles',
  { ...ruleColumns, texts: text('texts').array().notNull(), keepOnOffline: boolean('keep_on_offline') },
  (table) => [primaryKey({ columns: [table.serverId, table.roleId] })],
);

export const logs = pgTable('live_role_logs', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  autoLiveChannelId: text('auto_live_channel_id').$type<ChannelId>(),
  statusChannelId: text('status_channel_id').$type<ChannelId>(),
});

const placeColumns = {
  serverId: text('server_id').$type<ServerId>().notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
  roleId: text('role_id').$type<RoleId>().notNull(),
};

export const claims = pgTable(
  'live_role_claims',
  {
    ...placeColumns,
    source: text('source').$type<Source>().notNull(),
    about: text('about'),
    sessionId: uuid('session_id'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId, table.roleId, table.source] })],
);

export const holdings = pgTable(
  'live_role_holdings',
  {
    ...placeColumns,
    isWanted: boolean('is_wanted').notNull(),
    hasIt: boolean('has_it').notNull().default(false),
    isOurs: boolean('is_ours').notNull().default(false),
    reason: text('reason').$type<Source>().notNull(),
    about: text('about'),
    settleAt: moment('settle_at'),
    tries: integer('tries').notNull().default(0),
    checkedAt: moment('checked_at'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId, table.roleId] })],
);

export const turns = pgTable('live_role_turns', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  until: moment('until').notNull(),
});

export const news = pgTable('live_role_news', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  ...placeColumns,
  kind: text('kind').$type<LoggedKind>().notNull(),
  userName: text('user_name').notNull(),
  avatarUrl: text('avatar_url'),
  isGiven: boolean('is_given').notNull(),
  about: text('about'),
  at: moment('at').notNull(),
  batch: uuid('batch'),
});

export const links = pgTable('live_role_links', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  channelId: text('channel_id').notNull(),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
  isWatched: boolean('is_watched').notNull().default(false),
});

export type LinkRow = typeof links.$inferSelect;
export type AutoLiveRow = typeof autoLiveRoles.$inferSelect;
export type StatusRow = typeof statusRoles.$inferSelect;
export type Claim = typeof claims.$inferSelect;
export type Holding = typeof holdings.$inferSelect;
export type News = typeof news.$inferSelect;
