import type { ChannelId, MessageId, RestReason, ServerId, StarboardBody, UserId } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';

/** Everything that an owner chose for a board except the channel. */
export type BoardSettings = Omit<StarboardBody, 'channelId'>;

export const boards = pgTable('starboards', {
  channelId: text('channel_id').$type<ChannelId>().primaryKey(),
  id: uuid('id').notNull(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  settings: jsonb('settings').$type<BoardSettings>().notNull(),
  addedAt: moment('added_at').notNull(),
  pausedBy: text('paused_by').$type<RestReason>(),
});

export const posts = pgTable('starboard_messages', {
  id: uuid('id').primaryKey(),
  boardId: uuid('board_id').notNull(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  originalMessageId: text('original_message_id').$type<MessageId>().notNull(),
  originalChannelId: text('original_channel_id').$type<ChannelId>().notNull(),
  authorId: text('author_id').$type<UserId>().notNull(),
  currentStars: integer('current_stars').notNull(),
  isForced: boolean('is_forced').notNull().default(false),
  isTrashed: boolean('is_trashed').notNull().default(false),
  isRewarded: boolean('is_rewarded').notNull().default(false),
  round: integer('round').notNull().default(0),
  deliveryKey: text('delivery_key'),
  messageId: text('message_id').$type<MessageId>(),
  print: text('print'),
  starredAt: moment('starred_at').notNull(),
});

export const looks = pgTable('starboard_looks', {
  messageId: text('message_id').$type<MessageId>().primaryKey(),
  fence: bigint('fence', { mode: 'number' }).notNull(),
  lookedAt: moment('looked_at').notNull(),
});

export type Board = typeof boards.$inferSelect;
export type Post = typeof posts.$inferSelect;
