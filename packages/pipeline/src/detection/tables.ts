import type { Platform } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';
import { type Grace, LAST_GRACE, type Memory, type StreamDetails, type Video, type VideoKind } from '@tally/kernel';

export const channels = pgTable(
  'channels',
  {
    platform: text('platform').$type<Platform>().notNull(),
    channelId: text('channel_id').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    avatarUrl: text('avatar_url'),
    followers: integer('followers'),
    url: text('url').notNull(),
    refreshedAt: moment('refreshed_at').notNull(),
    memory: jsonb('memory').$type<Memory>(),
    secret: text('secret'),
    nextAskAt: moment('next_ask_at'),
    askedAt: moment('asked_at'),
    usualWaitMs: integer('usual_wait_ms'),
    lastLiveAt: moment('last_live_at'),
    troubleSince: moment('trouble_since'),
    troubleReason: text('trouble_reason'),
    followedAt: moment('followed_at'),
    priority: integer('priority').notNull().default(0),
    videosKnownAt: moment('videos_known_at'),
    nextClipsAt: moment('next_clips_at'),
    clipsAskedAt: moment('clips_asked_at'),
    clipsSince: moment('clips_since'),
    clipsCombedAt: moment('clips_combed_at'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId] })],
);

export const watches = pgTable(
  'watches',
  {
    platform: text('platform').$type<Platform>().notNull(),
    channelId: text('channel_id').notNull(),
    reason: text('reason').notNull(),
    holder: text('holder').notNull(),
    createdAt: moment('created_at').notNull(),
    priority: integer('priority').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId, table.reason, table.holder] })],
);

export const streamSessions = pgTable('stream_sessions', {
  id: uuid('id').primaryKey(),
  platform: text('platform').$type<Platform>().notNull(),
  channelId: text('channel_id').notNull(),
  streamId: text('stream_id'),
  startedAt: moment('started_at').notNull(),
  /** When the current part began, if the stream returned under another id or start. */
  resumedAt: moment('resumed_at'),
  detectedAt: moment('detected_at').notNull(),
  toldAt: moment('told_at'),
  arrivedAt: moment('arrived_at'),
  lastSeenAt: moment('last_seen_at').notNull(),
  offlineSince: moment('offline_since'),
  offlineObservations: integer('offline_observations').notNull().default(0),
  endedAt: moment('ended_at'),
  url: text('url').notNull(),
  details: jsonb('details').$type<StreamDetails>().notNull(),
  peakViewers: integer('peak_viewers'),
  hintedAt: moment('hinted_at'),
  graceTold: integer('grace_told'),
  nextGraceAt: moment('next_grace_at'),
  /** The stream that continues this one for servers with a grace period longer than its own `longestGrace`. */
  continuedBy: uuid('continued_by'),
  /** Servers with a longer grace period count this stream as part of the previous one. */
  longestGrace: integer('longest_grace').$type<Grace>().notNull().default(LAST_GRACE),
  nextRecordingAt: moment('next_recording_at'),
  recordingTries: integer('recording_tries').notNull().default(0),
  viewerSum: bigint('viewer_sum', { mode: 'number' }).notNull().default(0),
  viewerSamples: integer('viewer_samples').notNull().default(0),
  categories: jsonb('categories').$type<readonly SeenCategory[]>().notNull().default([]),
});

/** The category as stored in JSON. */
export interface SeenCategory {
  readonly name: string;
  readonly from: string;
}

export const pushMessages = pgTable(
  'push_messages',
  {
    platform: text('platform').$type<Platform>().notNull(),
    messageId: text('message_id').notNull(),
    channelId: text('channel_id').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.messageId] })],
);

export const videos = pgTable(
  'videos',
  {
    platform: text('platform').$type<Platform>().notNull(),
    videoId: text('video_id').notNull(),
    kind: text('kind').$type<VideoKind>().notNull(),
    channelId: text('channel_id').notNull(),
    publishedAt: moment('published_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    toldAt: moment('told_at'),
    arrivedAt: moment('arrived_at'),
    isNews: boolean('is_news').notNull(),
    data: jsonb('data').$type<VideoFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.videoId, table.kind] })],
);

export type VideoFacts = Omit<Video, 'platform' | 'channelId' | 'id' | 'kind' | 'publishedAt' | 'pushed'>;

export const leads = pgTable('leads', {
  work: text('work').primaryKey(),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
  borrowed: integer('borrowed').notNull().default(0),
});

export type ChannelRow = typeof channels.$inferSelect;
export type SessionRow = typeof streamSessions.$inferSelect;
export type VideoRow = typeof videos.$inferSelect;
