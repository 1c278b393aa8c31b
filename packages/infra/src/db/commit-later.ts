import { sql } from '../sql/index.ts';

/**
 * Part of a select: the commit of this transaction does not wait for the disk. If the database crashes right after, the
 * transaction may be lost. It is never kept without earlier commits, and any later commit that waits includes it. Use
 * it only for work that can be repeated. https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const commitLater = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Part of a select: once this transaction is committed, all earlier commits are on disk too, even if this transaction
 * writes nothing. https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
 */
export const commitNow = sql`pg_logical_emit_message(true, 'tally', '')`;
