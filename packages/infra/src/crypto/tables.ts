import { pgTable, text, timestamp } from '../sql/index.ts';

export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }).notNull(),
});
