import { integer, jsonb, moment, pgTable, primaryKey, text } from '../sql/index.ts';
import type { Division } from './shares/divide.ts';

export const callBudgets = pgTable(
  'call_budgets',
  {
    name: text('name').notNull(),
    at: moment('at').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.at] })],
);

export const callShares = pgTable('call_shares', {
  name: text('name').primaryKey(),
  version: integer('version').notNull(),
  division: jsonb('division').$type<Division>().notNull(),
});
