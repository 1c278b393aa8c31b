import type {
  ChannelId,
  GiveawayState,
  giveawayEvents,
  MessageId,
  PassedOver,
  RoleId,
  ServerId,
  UserId,
} from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

const giveawayId = () => text('giveaway_id').notNull();

export const giveaways = pgTable('giveaways', {
  id: text('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  channelId: text('channel_id').$type<ChannelId>().notNull(),
  hostId: text('host_id').$type<UserId>(),
  state: text('state').$type<GiveawayState>().notNull(),
  settings: jsonb('settings').$type<unknown>().notNull(),
  codeword: text('codeword'),
  createdAt: moment('created_at').notNull(),
  startsAt: moment('starts_at'),
  startedAt: moment('started_at'),
  endsAt: moment('ends_at'),
  pausedAt: moment('paused_at'),
  closedAt: moment('closed_at'),
  endedAt: moment('ended_at'),
  claimUntil: moment('claim_until'),
  draw: integer('draw').notNull().default(1),
  people: integer('people').notNull().default(0),
  tickets: bigint('tickets', { mode: 'number' }).notNull().default(0),
  hasEntries: boolean('has_entries').notNull().default(false),
  shownPeople: integer('shown_people').notNull().default(0),
  countedAt: moment('counted_at'),
  messageRound: integer('message_round').notNull().default(0),
  messageKey: text('message_key'),
  messageId: text('message_id').$type<MessageId>(),
  isMessageLost: boolean('is_message_lost').notNull().default(false),
  frozenAt: moment('frozen_at'),
  inviteCode: text('invite_code'),
});

export const entries = pgTable(
  'giveaway_entries',
  {
    giveawayId: giveawayId(),
    key: text('key').notNull(),
    userId: text('user_id').$type<UserId>(),
    username: text('username'),
    salt: text('salt'),
    tickets: integer('tickets').notNull(),
    enteredAt: moment('entered_at').notNull(),
    interactionId: text('interaction_id'),
  },
  (table) => [primaryKey({ columns: [table.giveawayId, table.key] })],
);

export const removals = pgTable(
  'giveaway_removals',
  {
    giveawayId: giveawayId(),
    key: text('key').notNull(),
    reason: text('reason').notNull(),
    removedAt: moment('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.giveawayId, table.key] })],
);

export interface Abandoned {
  readonly round: number;
  readonly sheetHash: string;
  /** Draws of `tally-draw 1` lack this field and the next one. */
  readonly postId?: MessageId | null;
  readonly at?: string;
}

export const draws = pgTable(
  'giveaway_draws',
  {
    giveawayId: giveawayId(),
    number: integer('number').notNull(),
    commitment: text('commitment').notNull(),
    seed: text('seed').notNull(),
    winners: integer('winners'),
    leavesOutWinners: boolean('leaves_out_winners').notNull().default(true),
    sheet: text('sheet'),
    sheetHash: text('sheet_hash'),
    people: integer('people'),
    tickets: bigint('tickets', { mode: 'number' }),
    round: bigint('round', { mode: 'number' }),
    signature: text('signature'),
    abandoned: jsonb('abandoned').$type<readonly Abandoned[]>().notNull().default([]),
    closedAt: moment('closed_at'),
    publishedAt: moment('published_at'),
    postId: text('post_id').$type<MessageId>(),
    drawnAt: moment('drawn_at'),
  },
  (table) => [primaryKey({ columns: [table.giveawayId, table.number] })],
);

export const drawn = pgTable(
  'giveaway_drawn',
  {
    giveawayId: giveawayId(),
    number: integer('number').notNull(),
    place: integer('place').notNull(),
    key: text('key').notNull(),
    userId: text('user_id').$type<UserId>(),
    username: text('username'),
    salt: text('salt'),
    outcome: text('outcome').$type<'won' | 'passedOver'>().notNull(),
    reason: text('reason').$type<PassedOver>(),
    claimedAt: moment('claimed_at'),
    isReplaced: boolean('is_replaced').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.giveawayId, table.number, table.place] })],
);

export const events = pgTable(
  'giveaway_events',
  {
    giveawayId: giveawayId(),
    at: moment('at').notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    event: text('event').$type<(typeof giveawayEvents)[number]>().notNull(),
    byId: text('by_id').$type<UserId>(),
    details: jsonb('details').$type<Readonly<Record<string, string | number>>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.giveawayId, table.position] })],
);

export const templates = pgTable('giveaway_templates', {
  id: text('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  title: text('title').notNull(),
  settings: jsonb('settings').$type<unknown>().notNull(),
});

export const pictures = pgTable(
  'giveaway_pictures',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    unusedSince: moment('unused_since'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.name] })],
);

export const messageCounts = pgTable(
  'giveaway_messages',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    messages: integer('messages').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId] })],
);

export const settings = pgTable('giveaway_settings', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  logChannelId: text('log_channel_id').$type<ChannelId>(),
  managerRoles: jsonb('manager_roles').$type<readonly RoleId[]>().notNull().default([]),
  managersMayEnter: boolean('managers_may_enter').notNull().default(false),
});

export type GiveawayRow = typeof giveaways.$inferSelect;
export type EntryRow = typeof entries.$inferSelect;
export type DrawRow = typeof draws.$inferSelect;
export type DrawnRow = typeof drawn.$inferSelect;
export type EventRow = typeof events.$inferSelect;
