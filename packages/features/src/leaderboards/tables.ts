import type { ChannelId, LeaderBoardType, MessageId, ServerId } from '@tally/contract';
import { boolean, date, integer, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';

export const giftedSubs = pgTable(
  'gifted_subs',
  {
    channelId: text('channel_id').notNull(),
    period: text('period').$type<LeaderBoardType>().notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    gifterId: text('gifter_id').notNull(),
    gifts: integer('gifts').notNull(),
    reachedAt: moment('reached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.period, table.startsOn, table.gifterId] })],
);

export const gifters = pgTable('gifters', {
  gifterId: text('gifter_id').primaryKey(),
  name: text('name').notNull(),
  displayName: text('display_name').notNull(),
});

export type BoardPause = 'permissions' | 'channelGone' | 'refused' | 'planLimit';

export const boards = pgTable('leaderboard_boards', {
  streamerId: uuid('streamer_id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  kickChannelId: text('kick_channel_id').notNull(),
  hasRoles: boolean('has_roles').notNull(),
  postChannelId: text('post_channel_id').$type<ChannelId>(),
  round: integer('round').notNull().default(0),
  standingKey: text('standing_key'),
  messageId: text('message_id').$type<MessageId>(),
  shown: text('shown'),
  shownAt: moment('shown_at'),
  dueAt: moment('due_at'),
  pausedBy: text('paused_by').$type<BoardPause>(),
});
export type BoardRow = typeof boards.$inferSelect;
