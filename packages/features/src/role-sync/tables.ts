import type { ServerId, StandingKind, SyncPlatform, UserId } from '@tally/contract';
import { boolean, integer, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export type FactKind = StandingKind | 'gifted';

export const facts = pgTable(
  'role_sync_facts',
  {
    platform: text('platform').$type<SyncPlatform>().notNull(),
    channelId: text('channel_id').notNull(),
    accountId: text('account_id').notNull(),
    kind: text('kind').$type<FactKind>().notNull(),
    amount: integer('amount').notNull().default(0),
    until: moment('until'),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.platform, table.channelId, table.accountId, table.kind] })],
);

const placeColumns = {
  serverId: text('server_id').$type<ServerId>().notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
};

export const members = pgTable(
  'role_sync_members',
  {
    ...placeColumns,
    checkedAt: moment('checked_at'),
    checkAt: moment('check_at').notNull(),
    busyUntil: moment('busy_until'),
    namedAs: text('named_as'),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.userId] })],
);

export const settings = pgTable('role_sync_settings', {
  serverId: text('server_id').$type<ServerId>().primaryKey(),
  syncUsername: boolean('sync_username'),
});

export type Fact = typeof facts.$inferSelect;
export type MemberRow = typeof members.$inferSelect;
