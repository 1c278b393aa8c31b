import { bigint, moment, pgTable, primaryKey, text } from '../sql/index.ts';
import type { FigureKind } from './index.ts';

export const figures = pgTable(
  'figures',
  {
    kind: text('kind').$type<FigureKind>().notNull(),
    name: text('name').notNull(),
    hour: moment('hour').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour, table.name] })],
);
