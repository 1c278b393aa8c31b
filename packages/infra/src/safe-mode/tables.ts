import type { SafeReason } from '@tally/contract';
import { bigint, integer, pgTable, text, timestamp } from '../sql/index.ts';

export const safeModes = pgTable('safe_mode', {
  id: integer('id').primaryKey().default(1),
  reason: text('reason').$type<SafeReason>(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull(),
  forgetBefore: timestamp('forget_before', { withTimezone: true, mode: 'date' }),
});

export const processStarts = pgTable('process_starts', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  process: text('process').notNull(),
  startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
});
