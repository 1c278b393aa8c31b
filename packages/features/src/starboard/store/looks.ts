import type { MessageId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq, lt, sql } from '@tally/infra/sql';
import { looks } from '../tables.ts';

/** Raises the fence before we ask Discord, so a higher fence belongs to a newer answer. */
export async function raiseFence(db: Db, messageId: MessageId, now: Date): Promise<number> {
  const [row] = await db
    .insert(looks)
    .values({ messageId, fence: 1, lookedAt: now })
    .onConflictDoUpdate({ target: looks.messageId, set: { fence: sql`${looks.fence} + 1`, lookedAt: now } })
    .returning({ fence: looks.fence });
  return row?.fence ?? 0;
}

/**
 * Returns whether no other check has started since. Locks the fence until the transaction ends, so no other check can
 * start.
 */
export async function isNewestLook(tx: Db, messageId: MessageId, fence: number): Promise<boolean> {
  const [row] = await tx.select().from(looks).where(eq(looks.messageId, messageId)).for('update');
  return row?.fence === fence;
}

export async function forgetLooksBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(looks).where(lt(looks.lookedAt, moment));
}
