import type { ChannelId, DeliveryReason, MessageId, ServerId } from '@tally/contract';
import type { MessagePayload } from '@tally/message/discord';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryState } from './words.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
  payload: jsonb('payload').$type<MessagePayload>().notNull(),
  version: integer('version').notNull().default(1),
  sentVersion: integer('sent_version').notNull().default(0),
  messageId: text('message_id').$type<MessageId>(),
  priority: integer('priority').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  giveUpAt: moment('give_up_at').notNull(),
  leaseUntil: moment('lease_until'),
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  detectedAt: moment('detected_at').notNull(),
  matchedAt: moment('matched_at').notNull(),
  queuedAt: moment('queued_at').notNull(),
  settledAt: moment('settled_at'),
  sentAt: moment('sent_at'),
  editedAt: moment('edited_at'),
  seenAt: moment('seen_at'),
});

export type Delivery = typeof deliveries.$inferSelect;
