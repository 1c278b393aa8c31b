import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }).notNull(),
});
