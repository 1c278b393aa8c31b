import { bigint, integer, pgTable, text, timestamp } from '../sql/index.ts';

export const backups = pgTable('backups', {
  id: integer('id').primaryKey().default(1),
  madeAt: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull(),
  file: text('file').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});
