import type { AuditLogKind, ChannelId, ServerId } from '@tally/contract';
import { bigint, integer, jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';
import type { LoggedEvent } from './match.ts';

export type LogPause = 'permissions' | 'channelGone' | 'refused' | 'planLimit';

export const places = pgTable('audit_log_places', {
  streamerId: uuid('streamer_id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  kickChannelId: text('kick_channel_id').notNull(),
  postChannelId: text('post_channel_id').$type<ChannelId>().notNull(),
  kinds: text('kinds').array().$type<AuditLogKind[]>().notNull(),
  pausedBy: text('paused_by').$type<LogPause>(),
});
export type PlaceRow = typeof places.$inferSelect;

export const entries = pgTable('audit_log_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  streamerId: uuid('streamer_id').notNull(),
  postChannelId: text('post_channel_id').$type<ChannelId>().notNull(),
  event: jsonb('event').$type<LoggedEvent>().notNull(),
  heardAt: moment('heard_at').notNull(),
});
export type EntryRow = typeof entries.$inferSelect;

export const turns = pgTable('audit_log_turns', {
  postChannelId: text('post_channel_id').$type<ChannelId>().primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  postedAt: moment('posted_at'),
  /** The deduplication key of the message that is being sent. */
  writing: text('writing'),
  writingSince: moment('writing_since'),
  leftOut: integer('left_out').notNull().default(0),
});
