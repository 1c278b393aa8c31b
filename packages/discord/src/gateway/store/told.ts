import type { Db } from '@tally/infra/db';
import { gatewayTold } from '../tables.ts';

/** Claims these events, and returns those that were not claimed yet. */
export async function claimEvents(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const claimed = await db
    .insert(gatewayTold)
    .values(keys.map((key) => ({ key })))
    .onConflictDoNothing()
    .returning({ key: gatewayTold.key });
  return new Set(claimed.map(({ key }) => key));
}

/** Deletes all claims, because only one generation listens and events can no longer arrive twice. */
export async function deleteClaims(db: Db): Promise<void> {
  await db.delete(gatewayTold);
}
