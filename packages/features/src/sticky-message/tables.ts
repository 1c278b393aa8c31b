import type { ChannelId, MessageId, RestReason, ServerId, StickyBody, stickyModes } from '@tally/contract';
import { boolean, integer, jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';

export type StickyMode = (typeof stickyModes)[number];
export type StickyText = Pick<StickyBody, 'content' | 'embed' | 'buttons' | 'webhook'>;

export const stickies = pgTable('sticky_messages', {
  channelId: text('channel_id').$type<ChannelId>().primaryKey(),
  id: uuid('id').notNull(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  enabled: boolean('enabled').notNull().default(true),
  body: jsonb('body').$type<StickyText>().notNull(),
  mode: text('mode').$type<StickyMode>().notNull(),
  everyMessages: integer('every_messages'),
  minutes: integer('minutes'),
  delaySeconds: integer('delay_seconds'),
  addedAt: moment('added_at').notNull(),
  pausedBy: text('paused_by').$type<RestReason>(),
  seenCount: integer('seen_count').notNull().default(0),
  lastSeenId: text('last_seen_id').$type<MessageId>(),
  firstSeenAt: moment('first_seen_at'),
  dueAt: moment('due_at'),
  round: integer('round').notNull().default(0),
  pendingKey: text('pending_key'),
  pendingSince: moment('pending_since'),
  standingKey: text('standing_key'),
  messageId: text('message_id').$type<MessageId>(),
  postedAt: moment('posted_at'),
});

export const defaults = pgTable('sticky_defaults', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  delaySeconds: integer('delay_seconds'),
});

export type StickyRow = typeof stickies.$inferSelect;

export type StickyProgress = Pick<
  StickyRow,
  | 'pausedBy'
  | 'seenCount'
  | 'lastSeenId'
  | 'firstSeenAt'
  | 'dueAt'
  | 'round'
  | 'pendingKey'
  | 'pendingSince'
  | 'standingKey'
  | 'messageId'
  | 'postedAt'
>;
