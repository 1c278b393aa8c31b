import { index, integer, moment, pgTable, primaryKey, text } from '../sql/index.ts';

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null while the first call is still running. */
    status: integer('status'),
    body: text('body'),
    claimedAt: moment('claimed_at').notNull(),
    /** A claim without an answer expires at this time, because its process has died. */
    leaseUntil: moment('lease_until').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
);
