import { integer, pgTable, primaryKey, text, timestamp } from '../sql/index.ts';

export const tries = pgTable(
  'tries',
  {
    about: text('about').notNull(),
    who: text('who').notNull(),
    count: integer('count').notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.about, table.who] })],
);
