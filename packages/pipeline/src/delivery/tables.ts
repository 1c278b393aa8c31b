import type { ChannelId, DeliveryReason, MessageId, Platform, ServerId } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';
import type { MessagePayload } from '@tally/message/discord';
import type { Identity } from './sending/compose.ts';
import type { DeliveryState, FollowState, Lane } from './words.ts';

export const deliveries = pgTable('deliveries', {
  id: uuid('id').primaryKey(),
  dedupeKey: text('dedupe_key').notNull(),
  owner: text('owner').notNull(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  subject: text('subject').notNull(),
  sessionId: uuid('session_id'),
  kind: text('kind').notNull(),
  channelId: text('channel_id').$type<ChannelId>().notNull(),
  state: text('state').$type<DeliveryState>().notNull(),
  reason: text('reason').$type<DeliveryReason>(),
  reasonValues: jsonb('reason_values').$type<Record<string, string | number>>().notNull().default({}),
  wanted: text('wanted').$type<'present' | 'absent'>().notNull().default('present'),
  payload: jsonb('payload').$type<MessagePayload>(),
  about: jsonb('about').$type<DeliveryFacts>().notNull().default({}),
  sent: jsonb('sent').$type<MessagePayload>(),
  identity: jsonb('identity').$type<Identity>(),
  publish: boolean('publish').notNull().default(false),
  thread: text('thread'),
  version: integer('version').notNull().default(1),
  sentVersion: integer('sent_version').notNull().default(0),
  attemptVersion: integer('attempt_version').notNull().default(0),
  inDoubtSince: moment('in_doubt_since'),
  nonce: text('nonce'),
  sightedId: text('sighted_id').$type<MessageId>(),
  sightedGone: boolean('sighted_gone').notNull().default(false),
  messageId: text('message_id').$type<MessageId>(),
  webhookId: text('webhook_id'),
  lane: text('lane').$type<Lane>().notNull().default('bot'),
  priority: integer('priority').notNull().default(0),
  turn: bigint('turn', { mode: 'number' }).notNull().default(0),
  inLine: boolean('in_line').notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  lost: integer('lost').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  giveUpAt: moment('give_up_at').notNull(),
  leaseUntil: moment('lease_until'),
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  platform: text('platform').$type<Platform>(),
  toldAt: moment('told_at'),
  arrivedAt: moment('arrived_at'),
  isHeld: boolean('is_held').notNull().default(false),
  detectedAt: moment('detected_at').notNull(),
  matchedAt: moment('matched_at').notNull(),
  queuedAt: moment('queued_at').notNull(),
  settledAt: moment('settled_at'),
  sentAt: moment('sent_at'),
  editedAt: moment('edited_at'),
  recentEdits: jsonb('recent_edits').$type<readonly number[]>().notNull().default([]),
  seenAt: moment('seen_at'),
  publishState: text('publish_state').$type<FollowState>(),
  publishedAt: moment('published_at'),
  threadState: text('thread_state').$type<FollowState>(),
  threadId: text('thread_id').$type<ChannelId>(),
  afterAttempts: integer('after_attempts').notNull().default(0),
  afterAt: moment('after_at'),
});

/** An owner's facts about its message. Only the owner reads them. */
export type DeliveryFacts = Readonly<Record<string, unknown>>;

export const channelWebhooks = pgTable('channel_webhooks', {
  channelId: text('channel_id').$type<ChannelId>().primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  webhookId: text('webhook_id').notNull(),
  token: text('token').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const forgottenDeliveries = pgTable('forgotten_deliveries', {
  owner: text('owner').primaryKey(),
  posted: bigint('posted', { mode: 'number' }).notNull(),
});

export type Delivery = typeof deliveries.$inferSelect;
