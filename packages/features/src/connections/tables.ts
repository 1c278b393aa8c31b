import type { PlatformToLink, UserId } from '@tally/contract';
import { moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    userId: text('user_id').$type<UserId>().notNull(),
    platform: text('platform').$type<PlatformToLink>().notNull(),
    accountId: text('account_id').notNull(),
    /** The account's name in URLs. */
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    way: text('way', { enum: ['login', 'chat', 'address'] }).notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    scopes: text('scopes').array().notNull().default([]),
    expiresAt: moment('expires_at'),
    renewingUntil: moment('renewing_until'),
    checkedAt: moment('checked_at').notNull(),
    validatedAt: moment('validated_at'),
    goneAt: moment('gone_at'),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.platform] })],
);

export const linkAttempts = pgTable('link_attempts', {
  stateHash: text('state_hash').primaryKey(),
  userId: text('user_id').$type<UserId>().notNull(),
  sessionId: text('session_id').notNull(),
  platform: text('platform').$type<PlatformToLink>().notNull(),
  verifier: text('verifier').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const linkCodes = pgTable('link_codes', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  codeHash: text('code_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const heardChats = pgTable(
  'heard_chats',
  {
    platform: text('platform').$type<PlatformToLink>().notNull(),
    channelId: text('channel_id').notNull(),
    until: moment('until').notNull(),
    trouble: text('trouble', { enum: ['refused', 'down'] }),
    heardAt: moment('heard_at'),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId] })],
);

export type AccountRow = typeof linkedAccounts.$inferSelect;
export type AttemptRow = typeof linkAttempts.$inferSelect;
