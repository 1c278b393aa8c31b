import { integer, pgTable, primaryKey, text, timestamp } from '../sql/index.ts';

export const callBudgets = pgTable(
  'call_budgets',
  {
    name: text('name').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);
