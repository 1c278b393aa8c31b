import { columnsOf, type Db, rowOf } from '@tally/infra/db';
import type { Hint } from '@tally/kernel';
import { lt, sql } from '@tally/infra/sql';
import { type ChannelRow, channels, pushMessages } from '../tables.ts';

type Pushed = Pick<Hint, 'platform' | 'messageId' | 'channelId' | 'occurredAt'>;

/** How a channel is called where several platforms meet. */
export const nameOf = ({ platform, channelId }: Pick<Pushed, 'platform' | 'channelId'>): string =>
  `${platform} ${channelId}`;

/**
 * Stores pushes and holds their channels, in one statement: platforms wait for us. A channel is missing where nothing
 * follows, because the push was stored before or because nobody follows the channel. Everybody stores and holds in the
 * same order, or two that have the same ones could wait for each other.
 *
 * Sessions must be read after this, in a statement of their own: the same one would see them as they were before it
 * had to wait for the channel.
 */
export async function storePushes(
  tx: Db,
  pushes: readonly Pushed[],
  now: Date,
): Promise<ReadonlyMap<string, ChannelRow>> {
  const sorted = pushes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const column = (read: (push: Pushed) => string | null) => sql.param(sorted.map(read));
  const { rows } = await tx.execute(sql`
    with stored as (
      insert into push_messages (platform, message_id, channel_id, occurred_at, received_at)
      select t.*, ${now.toISOString()}::timestamptz
        from unnest(${column((each) => each.platform)}::text[], ${column((each) => each.messageId)}::text[],
                    ${column((each) => each.channelId)}::text[],
                    ${column((each) => each.occurredAt?.toISOString() ?? null)}::timestamptz[]) as t
      on conflict do nothing returning platform, channel_id)
    select ${columnsOf(channels, 'c')} from channels c, stored s
     where c.platform = s.platform and c.channel_id = s.channel_id and c.next_ask_at is not null
     order by c.platform collate "C", c.channel_id collate "C" for update of c`);
  return new Map(rows.map((row) => rowOf(channels, row)).map((channel) => [nameOf(channel), channel]));
}

/** One of them. Null where nothing follows. */
export const storePush = async (tx: Db, push: Pushed, now: Date): Promise<ChannelRow | null> =>
  (await storePushes(tx, [push], now)).get(nameOf(push)) ?? null;

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}
