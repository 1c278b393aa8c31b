import type { ServerId, UserId } from '@tally/contract';
import { bigint, boolean, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const discordGrants = pgTable('discord_grants', {
  userId: text('user_id').primaryKey(),
  accessToken: text('access_token').notNull(),
  refreshToken: text('refresh_token').notNull(),
  scope: text('scope').notNull(),
  expiresAt: moment('expires_at').notNull(),
  serversReadAt: moment('servers_read_at'),
});

export const userServers = pgTable(
  'user_servers',
  {
    userId: text('user_id').notNull(),
    serverId: text('server_id').notNull(),
    name: text('name').notNull(),
    icon: text('icon'),
    banner: text('banner'),
    isOwner: boolean('is_owner').notNull(),
    permissions: bigint('permissions', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.serverId] })],
);

/** Records which staff may read a server's dashboard, and until when. */
export const staffLooks = pgTable(
  'staff_looks',
  {
    userId: text('user_id').$type<UserId>().notNull(),
    serverId: text('server_id').$type<ServerId>().notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.serverId] })],
);
