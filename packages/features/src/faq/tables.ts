import type { Locale, QuestionState, UserId } from '@tally/contract';
import { bigint, boolean, integer, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const entries = pgTable(
  'faq_entries',
  {
    identifier: text('identifier').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    question: text('question').notNull().default(''),
    answer: text('answer').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.identifier, table.locale] })],
);

export const ratings = pgTable(
  'faq_ratings',
  {
    identifier: text('identifier').notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    isHelpful: boolean('is_helpful').notNull(),
  },
  (table) => [primaryKey({ columns: [table.identifier, table.userId] })],
);

export const questions = pgTable('faq_questions', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  userId: text('user_id').$type<UserId>().notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  question: text('question').notNull(),
  askedAt: moment('asked_at').notNull(),
  state: text('state').$type<QuestionState>().notNull(),
  answer: text('answer'),
  answeredBy: text('answered_by').$type<UserId>(),
  answeredAt: moment('answered_at'),
});

export const missed = pgTable(
  'faq_missed',
  {
    folded: text('folded').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    question: text('question').notNull(),
    times: integer('times').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.folded, table.locale] })],
);

export type EntryRow = typeof entries.$inferSelect;
export type QuestionRow = typeof questions.$inferSelect;
export type MissedRow = typeof missed.$inferSelect;
