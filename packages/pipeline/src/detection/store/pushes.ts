import { columnsOf, type Db, rowOf } from '@tally/infra/db';
import type { Hint } from '@tally/kernel';
import { lt, sql } from 'drizzle-orm';
import { type ChannelRow, channels, pushMessages } from '../tables.ts';

/**
 * Stores a push and holds its channel, in one statement: platforms wait for us. Null where nothing follows, because
 * it was stored before or because nobody follows the channel.
 *
 * Sessions must be read after this, in a statement of their own: the same one would see them as they were before it
 * had to wait for the channel.
 */
export async function storePush(
  tx: Db,
  hint: Pick<Hint, 'platform' | 'messageId' | 'channelId' | 'occurredAt'>,
  now: Date,
): Promise<ChannelRow | null> {
  const { platform, messageId, channelId, occurredAt } = hint;
  const { rows } = await tx.execute(sql`
    with stored as (
      insert into push_messages (platform, message_id, channel_id, occurred_at, received_at)
      values (${platform}, ${messageId}, ${channelId}, ${occurredAt?.toISOString() ?? null}::timestamptz,
              ${now.toISOString()}::timestamptz)
      on conflict do nothing returning 1)
    select ${columnsOf(channels, 'c')} from channels c, stored
     where c.platform = ${platform} and c.channel_id = ${channelId} and c.next_ask_at is not null
       for update of c`);
  return rows[0] ? rowOf(channels, rows[0]) : null;
}

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}
