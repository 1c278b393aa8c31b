import type { ChannelId, Platform, RoleId, ServerId } from '@tally/contract';
import { boolean, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';

export const creators = pgTable('creators', {
  id: uuid('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  name: text('name').notNull(),
  platformOrder: text('platform_order').array().$type<Platform[]>().notNull(),
  notificationChannelId: text('notification_channel_id').$type<ChannelId>(),
  pingRoleId: text('ping_role_id').$type<RoleId>(),
  isRoomClosed: boolean('is_room_closed').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

export const broadcasts = pgTable('creator_broadcasts', {
  id: uuid('id').primaryKey(),
  creatorId: uuid('creator_id').notNull(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  openedAt: moment('opened_at').notNull(),
  closedAt: moment('closed_at'),
});

export const creatorStreams = pgTable(
  'creator_streams',
  {
    streamerId: uuid('streamer_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    broadcastId: uuid('broadcast_id').notNull(),
    joinedAt: moment('joined_at').notNull(),
    overAt: moment('over_at'),
  },
  (table) => [primaryKey({ columns: [table.streamerId, table.sessionId] })],
);

export type CreatorRow = typeof creators.$inferSelect;
export type Broadcast = typeof broadcasts.$inferSelect;
export type CreatorStream = typeof creatorStreams.$inferSelect;
