import type { ErrorAction, ErrorReason, TextKey } from '@tally/contract';
import { bigint, index, integer, jsonb, moment, pgTable, sql, text, unique } from '@tally/infra/sql';

/** Either a literal value, or one of our texts, shown in the reader's language. */
export type Detail =
  | string
  | number
  | { readonly say: TextKey; readonly values?: Readonly<Record<string, string | number>> };
export type Details = Readonly<Record<string, Detail>>;

export const errorLogs = pgTable(
  'error_logs',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    serverId: text('server_id').notNull(),
    reason: text('reason').$type<ErrorReason>().notNull(),
    /** Equal problems have the same fingerprint and share a row. */
    fingerprint: text('fingerprint').notNull(),
    details: jsonb('details').$type<Details>().notNull(),
    missingPermissions: jsonb('missing_permissions').$type<readonly string[]>().notNull(),
    action: jsonb('action').$type<ErrorAction>(),
    count: integer('count').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    /** When the problem was solved; null while it is open. */
    solvedAt: moment('solved_at'),
  },
  (table) => [
    unique('error_logs_server_id_fingerprint_key').on(table.serverId, table.fingerprint),
    index('error_logs_server').on(table.serverId, table.lastAt.desc()),
    index('error_logs_last').on(table.lastAt),
    index('error_logs_open').on(table.serverId).where(sql`solved_at is null`),
  ],
);
