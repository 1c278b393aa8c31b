import type {
  ChannelId,
  PauseReason,
  Platform,
  RoleId,
  ServerId,
  StreamerBody,
  StreamerMessageType,
} from '@tally/contract';
import { boolean, jsonb, pgTable, primaryKey, text, timestamp, uuid } from '@tally/infra/sql';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const streamers = pgTable('streamers', {
  id: uuid('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  channelId: text('channel_id').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<StreamerSettings>().notNull().default({}),
  pauseReason: text('pause_reason').$type<Exclude<PauseReason, 'byOwner'>>(),
  alreadyLiveSession: uuid('already_live_session'),
  creatorId: uuid('creator_id'),
  addedAt: moment('added_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const streamerMessages = pgTable(
  'streamer_messages',
  {
    streamerId: uuid('streamer_id').notNull(),
    type: text('type').$type<StreamerMessageType>().notNull(),
    body: jsonb('body').$type<MessageBody>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.streamerId, table.type] })],
);

/** The owner's settings, by their names on the wire. Absent means the default. */
export type StreamerSettings = {
  readonly [K in Exclude<KeyOf<StreamerBody>, 'customMessages'>]?: ValueOf<StreamerBody, K>;
};

/** Keys and values over all platforms: which of them a row has is checked at the door. */
type KeyOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

export type MessageBody = Omit<NonNullable<StreamerBody['customMessages']>[number], 'type'>;

export type StreamerRow = typeof streamers.$inferSelect;

/** The part of a row that decisions about a follower need, kept small for many thousands at once. */
export type Follower = Pick<
  StreamerRow,
  'id' | 'serverId' | 'platform' | 'name' | 'settings' | 'pauseReason' | 'alreadyLiveSession' | 'creatorId'
>;

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
