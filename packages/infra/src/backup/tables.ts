import { bigint, integer, moment, pgTable, text } from '../sql/index.ts';

export const backups = pgTable('backups', {
  id: integer('id').primaryKey().default(1),
  madeAt: moment('made_at').notNull(),
  file: text('file').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
