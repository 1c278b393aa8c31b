import type {
  MediaCommandPermission,
  MediaItemId,
  MediaOrigin,
  MediaProvider,
  MediaReason,
  MediaShareType,
  MediaState,
  UserId,
} from '@tally/contract';
import { bigint, boolean, customType, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

const owner = () => text('owner_id').$type<UserId>().notNull();
const real = customType<{ data: number; driverData: number }>({ dataType: () => 'double precision' });

export const rooms = pgTable('media_rooms', {
  ownerId: text('owner_id').$type<UserId>().primaryKey(),
  name: text('name').notNull(),
  enabled: boolean('enabled'),
  settings: jsonb('settings').$type<unknown>().notNull(),
  permissions: jsonb('permissions').$type<readonly MediaCommandPermission[]>().notNull(),
  password: text('password'),
  addressHash: text('address_hash'),
  address: text('address'),
  version: bigint('version', { mode: 'number' }).notNull(),
  paused: boolean('paused').notNull(),
  trouble: text('trouble').$type<RoomTrouble>(),
  failures: integer('failures').notNull(),
  leaseTab: text('lease_tab'),
  leaseUntil: moment('lease_until'),
  leaseProcess: text('lease_process'),
  playerSeenAt: moment('player_seen_at'),
  heldBy: text('held_by').$type<'blocked' | 'hidden'>(),
});

const video = () => ({
  provider: text('provider').$type<MediaProvider>().notNull(),
  kind: text('kind').$type<MediaShareType>().notNull(),
  videoId: text('video_id').notNull(),
  title: text('title'),
  author: text('author'),
  lengthSeconds: integer('length_seconds'),
  picture: text('picture'),
  endSecond: integer('end_second'),
});

export const items = pgTable('media_items', {
  id: text('id').$type<MediaItemId>().primaryKey(),
  ownerId: owner(),
  ...video(),
  channelId: text('channel_id'),
  views: bigint('views', { mode: 'number' }),
  publishedAt: moment('published_at'),
  senderOrigin: text('sender_origin').$type<MediaOrigin>(),
  senderId: text('sender_id'),
  senderName: text('sender_name'),
  isFiller: boolean('is_filler').notNull().default(false),
  state: text('state').$type<MediaState>().notNull(),
  reason: text('reason').$type<MediaReason>(),
  words: text('words'),
  place: real('place').notNull().default(0),
  requestedAt: moment('requested_at').notNull(),
  decidedAt: moment('decided_at'),
  decidedBy: text('decided_by').$type<UserId>(),
  takenAt: moment('taken_at'),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  second: real('second').notNull().default(0),
  played: real('played').notNull().default(0),
  heardAt: moment('heard_at'),
});

export const fillers = pgTable('media_fillers', {
  id: text('id').primaryKey(),
  ownerId: owner(),
  ...video(),
  addedAt: moment('added_at').notNull(),
  playedAt: moment('played_at'),
});

export const bans = pgTable('media_bans', {
  id: text('id').primaryKey(),
  ownerId: owner(),
  kind: text('kind').$type<'person' | 'video' | 'channel'>().notNull(),
  place: text('place').notNull(),
  targetId: text('target_id').notNull(),
  name: text('name'),
  bannedAt: moment('banned_at').notNull(),
  bannedBy: text('banned_by').$type<UserId>(),
});

export const votes = pgTable(
  'media_votes',
  { itemId: text('item_id').$type<MediaItemId>().notNull(), voter: text('voter').notNull() },
  (table) => [primaryKey({ columns: [table.itemId, table.voter] })],
);

export const talkers = pgTable(
  'media_talkers',
  { ownerId: owner(), talker: text('talker').notNull(), wroteAt: moment('wrote_at').notNull() },
  (table) => [primaryKey({ columns: [table.ownerId, table.talker] })],
);

export const changes = pgTable('media_changes', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  ownerId: owner(),
  userId: text('user_id').$type<UserId>(),
  at: moment('at').notNull(),
  before: jsonb('before').$type<unknown>().notNull(),
  after: jsonb('after').$type<unknown>().notNull(),
});

export const searches = pgTable('media_searches', {
  ownerId: text('owner_id').$type<UserId>().primaryKey(),
  day: text('day').notNull(),
  used: integer('used').notNull(),
});

/** The state of an owner's chats that we read or answer. */
export const chats = pgTable(
  'media_chats',
  {
    ownerId: owner(),
    platform: text('platform').$type<'kick' | 'twitch'>().notNull(),
    askedAt: moment('asked_at'),
    trouble: text('trouble').$type<'denied' | 'down'>(),
    answersSince: moment('answers_since'),
    answers: integer('answers').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.platform] })],
);

export const lines = pgTable(
  'media_lines',
  {
    platform: text('platform').$type<'kick' | 'twitch'>().notNull(),
    messageId: text('message_id').notNull(),
    heardAt: moment('heard_at').notNull(),
    takenAt: moment('taken_at'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.messageId] })],
);

/** The problems for which we pause a room automatically. */
export type RoomTrouble = 'failures' | 'refererMissing';
export type RoomRow = typeof rooms.$inferSelect;
export type ItemRow = typeof items.$inferSelect;
export type FillerRow = typeof fillers.$inferSelect;
export type BanRow = typeof bans.$inferSelect;
