import { bigint, pgTable, primaryKey, text, timestamp } from '../sql/index.ts';
import type { FigureKind } from './index.ts';

export const figures = pgTable(
  'figures',
  {
    kind: text('kind').$type<FigureKind>().notNull(),
    name: text('name').notNull(),
    hour: timestamp('hour', { withTimezone: true, mode: 'date' }).notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour, table.name] })],
);
