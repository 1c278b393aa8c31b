import type { Db } from '@tally/infra/db';
import type { Hint } from '@tally/kernel';
import { lt } from 'drizzle-orm';
import { pushMessages } from '../tables.ts';

/** False when this push was stored before: it then has no effect. */
export async function rememberPush(tx: Db, hint: Hint, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(pushMessages)
    .values({
      platform: hint.platform,
      messageId: hint.messageId,
      channelId: hint.channelId,
      occurredAt: hint.occurredAt,
      receivedAt: now,
    })
    .onConflictDoNothing()
    .returning({ messageId: pushMessages.messageId });
  return rows.length > 0;
}

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}
