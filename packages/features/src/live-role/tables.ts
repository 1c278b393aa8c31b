import type { ChannelId, RoleFilter, RoleId, ServerId, UserId } from '@tally/contract';
import { boolean, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

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
