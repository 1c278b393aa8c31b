import { integer, moment, pgTable, primaryKey, text } from '../sql/index.ts';

export const tries = pgTable(
  'tries',
  {
    about: text('about').notNull(),
    who: text('who').notNull(),
    count: integer('count').notNull(),
    until: moment('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.about, table.who] })],
);
