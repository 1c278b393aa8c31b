import type { Platform } from '@tally/contract';
import { columnsOf, type Db, inOneGo, rowOf } from '@tally/infra/db';
import { and, eq, gt, lt, type SQL, sql } from '@tally/infra/sql';
import type { Hint } from '@tally/kernel';
import { type ChannelRow, channels, pushMessages, type SessionRow, streamSessions } from '../tables.ts';
import { nameOf } from './channels.ts';
import { latestIn, readingLatest } from './sessions.ts';

type Pushed = Pick<Hint, 'platform' | 'messageId' | 'channelId' | 'occurredAt'>;

/**
 * Stores pushes and locks their channels in one statement, because platforms wait for us. The result leaves out pushes
 * stored before and channels without followers. All callers use the same order, or two of them could deadlock.
 */
function storing(pushes: readonly Pushed[], now: Date): SQL {
  const sorted = pushes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const column = (read: (push: Pushed) => string | null) => sql.param(sorted.map(read));
  return sql`
    with stored as (
      insert into push_messages (platform, message_id, channel_id, occurred_at, received_at)
      select t.*, ${now.toISOString()}::timestamptz
        from unnest(${column((each) => each.platform)}::text[], ${column((each) => each.messageId)}::text[],
                    ${column((each) => each.channelId)}::text[],
                    ${column((each) => each.occurredAt?.toISOString() ?? null)}::timestamptz[]) as t
      on conflict do nothing returning platform, channel_id)
    select ${columnsOf(channels, 'c')} from channels c, stored s
     where c.platform = s.platform and c.channel_id = s.channel_id and c.next_ask_at is not null
     order by c.platform collate "C", c.channel_id collate "C" for update of c`;
}

type Rows = readonly Record<string, unknown>[];
const channelsIn = (rows: Rows): ReadonlyMap<string, ChannelRow> =>
  new Map(rows.map((row) => rowOf(channels, row)).map((channel) => [nameOf(channel), channel]));

export interface Stored {
  /** Channels that need a decision, keyed by `nameOf`. */
  readonly held: ReadonlyMap<string, ChannelRow>;
  /** The latest sessions of all channels, keyed by `nameOf`. */
  readonly latest: ReadonlyMap<string, SessionRow>;
}

/**
 * Stores pushes, locks their channels and reads their current state in one round trip. Sessions need their own
 * statement: the locking one would still see them as they were before it waited.
 */
export async function storePushes(tx: Db, pushes: readonly Pushed[], now: Date): Promise<Stored> {
  const [stored, sessions] = await inOneGo(tx, [storing(pushes, now), readingLatest(pushes)]);
  return { held: channelsIn(stored?.rows ?? []), latest: latestIn(sessions?.rows ?? []) };
}

/** Stores one push. Returns null if no decision is needed. */
export async function storePush(tx: Db, push: Pushed, now: Date): Promise<ChannelRow | null> {
  const { rows } = await tx.execute(storing([push], now));
  return channelsIn(rows).get(nameOf(push)) ?? null;
}

export async function forgetPushesBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(pushMessages).where(lt(pushMessages.receivedAt, moment));
}

/** Counts the streams that began and the pushes that arrived since then. This shows whether a platform pushes. */
export async function countHeard(db: Db, platform: Platform, since: Date): Promise<{ begun: number; pushed: number }> {
  const [begun, pushed] = await Promise.all([
    db.$count(streamSessions, and(eq(streamSessions.platform, platform), gt(streamSessions.detectedAt, since))),
    db.$count(pushMessages, and(eq(pushMessages.platform, platform), gt(pushMessages.receivedAt, since))),
  ]);
  return { begun, pushed };
}
