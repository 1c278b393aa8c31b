import type { Locale } from '@tally/contract';
import { bigint, boolean, date, pgTable, text } from '@tally/infra/sql';

export const ratings = pgTable('docs_ratings', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  section: text('section').notNull(),
  page: text('page').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  isHelpful: boolean('is_helpful').notNull(),
  sentence: text('sentence'),
});

export type RatingRow = typeof ratings.$inferSelect;
