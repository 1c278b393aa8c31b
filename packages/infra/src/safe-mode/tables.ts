import type { SafeReason } from '@tally/contract';
import { bigint, integer, moment, pgTable, text } from '../sql/index.ts';

export const safeModes = pgTable('safe_mode', {
  id: integer('id').primaryKey().default(1),
  reason: text('reason').$type<SafeReason>(),
  since: moment('since').notNull(),
  forgetBefore: moment('forget_before'),
});

export const processStarts = pgTable('process_starts', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  process: text('process').notNull(),
  startedAt: moment('started_at').notNull(),
});
