import { index, moment, pgTable, text } from '@tally/infra/sql';

export const sessions = pgTable(
  'sessions',
  {
    /** Identifies the session in lists. This is not the token. */
    id: text('id').primaryKey(),
    /** The SHA-256 of the token. The token itself is not stored. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id').notNull(),
    userAgent: text('user_agent').notNull(),
    ipPrefix: text('ip_prefix').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** The absolute limit. The idle limit follows from `lastSeenAt`. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.lastSeenAt.desc()),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
);
