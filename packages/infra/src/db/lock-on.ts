import { sql } from 'drizzle-orm';
import type { Db } from './handle.ts';

/**
 * Waits for other transactions that hold this name, then holds it until this transaction ends. Later statements see
 * everything the others committed, so a limit that is counted after the lock is exact.
 */
export async function lockOn(tx: Db, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
