import { sql } from '../sql/index.ts';

/**
 * Part of a select: the commit of this transaction does not wait for the disk. If the database crashes in the next
 * moments, the transaction may be lost. It is never kept without what was committed before it, and any later commit
 * that does wait includes it. Use it only for work that is simply repeated when it is lost.
 * https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const commitLater = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Part of a select: once this transaction is committed, everything that was committed before it is on the disk too,
 * even if this one writes nothing. https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
 */
export const commitNow = sql`pg_logical_emit_message(true, 'tally', '')`;
