import type { UserId } from '@tally/contract';
import { integer, moment, pgTable, text } from '@tally/infra/sql';

export const votes = pgTable('votes', {
  id: text('id').primaryKey(),
  userId: text('user_id').$type<UserId>().notNull(),
  votedAt: moment('voted_at').notNull(),
  validUntil: moment('valid_until').notNull(),
  weight: integer('weight').notNull(),
});

export const reminders = pgTable('vote_reminders', {
  userId: text('user_id').$type<UserId>().primaryKey(),
  since: moment('since').notNull(),
});

export type VoteRow = typeof votes.$inferSelect;
