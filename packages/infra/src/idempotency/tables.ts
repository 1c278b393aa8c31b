import { index, integer, pgTable, primaryKey, text, timestamp } from '../sql/index.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null while the first call is still running. */
    status: integer('status'),
    body: text('body'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull(),
    /** An unanswered claim expires here: its process has died. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
);
