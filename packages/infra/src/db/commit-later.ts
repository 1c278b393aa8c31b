import { sql } from '../sql/index.ts';

/**
 * Part of a select: the commit of this transaction does not wait for the disk. Should the database die within the next
 * moments, the transaction may never have been; never does it stand without what was committed before it, and any later
 * commit that does wait takes it along. So it is for what is done over when it is lost, and for that only.
 * https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const commitLater = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Part of a select: when this transaction is committed, everything that was committed before it is on the disk too, although
 * this one may write nothing. https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
 */
export const commitNow = sql`pg_logical_emit_message(true, 'tally', '')`;
