import type { Platform, RecordingReason, RecordingState, ServerId } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';
import type { Mark } from '@tally/infra/video';

const bytes = (name: string) => bigint(name, { mode: 'number' });

export const recordings = pgTable('vod_recordings', {
  id: text('id').primaryKey(),
  platform: text('platform').$type<Platform>().notNull(),
  videoId: text('video_id').notNull(),
  channelId: text('channel_id').notNull(),
  channelName: text('channel_name').notNull(),
  title: text('title'),
  url: text('url').notNull(),
  thumbnailUrl: text('thumbnail_url'),
  startedAt: moment('started_at').notNull(),
  durationSeconds: integer('duration_seconds'),
  state: text('state').$type<RecordingState>().notNull(),
  reason: text('reason').$type<RecordingReason>(),
  foundAt: moment('found_at').notNull(),
  savedAt: moment('saved_at'),
  fileKey: text('file_key'),
  bytes: bytes('bytes'),
  reckonedBytes: bytes('reckoned_bytes'),
  doneBytes: bytes('done_bytes').notNull().default(0),
  uploadId: text('upload_id'),
  madeFrom: text('made_from'),
  tries: integer('tries').notNull().default(0),
  nextTryAt: moment('next_try_at'),
  busyUntil: moment('busy_until'),
});

export const keepers = pgTable(
  'vod_keepers',
  {
    recordingId: text('recording_id').notNull(),
    serverId: text('server_id').$type<ServerId>().notNull(),
    streamerName: text('streamer_name').notNull(),
    hours: integer('hours').notNull(),
    reason: text('reason').$type<RecordingReason>(),
    allowedUntil: moment('allowed_until'),
    isLinked: boolean('is_linked').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.recordingId, table.serverId] })],
);

export const vodServers = pgTable('vod_servers', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  keepHours: integer('keep_hours').notNull(),
});

export const marks = pgTable(
  'vod_marks',
  {
    recordingId: text('recording_id').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
    mark: jsonb('mark').$type<Mark>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordingId, table.piece] })],
);

/**
 * Channels whose streamer does not allow copies. A row contains only the channel, and stays when the person's account
 * here is deleted.
 */
export const refusals = pgTable(
  'vod_refusals',
  {
    platform: text('platform').$type<Platform>().notNull(),
    channelId: text('channel_id').notNull(),
    refusedAt: moment('refused_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId] })],
);

export type RecordingRow = typeof recordings.$inferSelect;
export type KeeperRow = typeof keepers.$inferSelect;
