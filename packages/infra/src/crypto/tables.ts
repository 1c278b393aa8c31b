import { moment, pgTable, text } from '../sql/index.ts';

export const encryptionKeys = pgTable('encryption_keys', {
  id: text('id').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  seenAt: moment('seen_at').notNull(),
});
