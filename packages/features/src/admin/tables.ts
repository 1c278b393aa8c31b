import type { BannedKind, DeedChange, ServerId, UserId } from '@tally/contract';
import { bigint, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const deeds = pgTable('staff_deeds', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  userId: text('user_id').$type<UserId>(),
  call: text('call').notNull(),
  about: jsonb('about').$type<Readonly<Record<string, string>>>().notNull(),
  reason: text('reason'),
  at: moment('at').notNull(),
  title: text('title'),
  href: text('href'),
  personId: text('person_id').$type<UserId>(),
  serverId: text('server_id').$type<ServerId>(),
  changes: jsonb('changes').$type<readonly DeedChange[]>().notNull().default([]),
  /** Set only for reads, because the same read is recorded just once per hour. */
  hour: moment('hour'),
});

export const bans = pgTable(
  'bans',
  {
    kind: text('kind').$type<BannedKind>().notNull(),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    since: moment('since').notNull(),
    until: moment('until'),
    by: text('by_user').$type<UserId>(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subject] })],
);

export type DeedRow = typeof deeds.$inferSelect;
export type BanRow = typeof bans.$inferSelect;
