import type { Db } from '@tally/infra/db';
import type { Hint } from '@tally/kernel';
import { and, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm';
import { type ChannelRow, channels, pushMessages } from '../tables.ts';

/**
 * Stores a push and holds its channel, in one statement: platforms wait for us. Null where nothing follows, because
 * it was stored before or because nobody follows the channel.
 *
 * Sessions must be read after this, in a statement of their own: the same one would see them as they were before it
 * had to wait for the channel.
 */
export async function storePush(tx: Db, hint: Hint, now: Date): Promise<ChannelRow | null> {
  const { platform, messageId, channelId, occurredAt } = hint;
  const stored = tx
    .$with('stored')
    .as(
      tx
        .insert(pushMessages)
        .values({ platform, messageId, channelId, occurredAt, receivedAt: now })
        .onConflictDoNothing()
        .returning({ messageId: pushMessages.messageId }),
    );
  const [row] = await tx
    .with(stored)
    .select(getTableColumns(channels))
    .from(channels)
    .innerJoin(stored, sql`true`)
    .where(and(eq(channels.platform, platform), eq(channels.channelId, channelId), isNotNull(channels.nextAskAt)))
    .for('update', { of: channels });
  return row ?? null;
}

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}
