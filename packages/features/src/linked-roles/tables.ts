import type { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { moment, pgTable, primaryKey, text } from '@tally/infra/sql';

const roles = (name: string) => text(name).array().$type<RoleId[]>().notNull();

export const rules = pgTable(
  'linked_role_rules',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    roleId: text('role_id').$type<RoleId>().notNull(),
    onAddRolesToAdd: roles('on_add_add'),
    onAddRolesToRemove: roles('on_add_remove'),
    onRemoveRolesToAdd: roles('on_remove_add'),
    onRemoveRolesToRemove: roles('on_remove_remove'),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.roleId] })],
);

export const logs = pgTable('linked_role_logs', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  channelId: text('channel_id').$type<ChannelId>(),
});

export const seen = pgTable(
  'linked_role_seen',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    roleIds: text('role_ids').array().$type<RoleId[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId] })],
);

export const baselines = pgTable(
  'linked_role_baselines',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    roleId: text('role_id').$type<RoleId>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.roleId] })],
);

export const connections = pgTable('role_connections', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  accessToken: text('access_token').notNull(),
  refreshToken: text('refresh_token'),
  expiresAt: moment('expires_at').notNull(),
  told: text('told'),
  tellAt: moment('tell_at').notNull(),
});

export type Rule = typeof rules.$inferSelect;
export type Connection = typeof connections.$inferSelect;
