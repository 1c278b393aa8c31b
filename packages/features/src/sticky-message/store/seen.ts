import type { ChannelId, MessageId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, inArray, isNull, sql } from '@tally/infra/sql';
import type { Timing } from '../match.ts';
import { type StickyRow, stickies } from '../tables.ts';

/** Locks in a fixed order, so two processes that lock several stickies never wait for each other. */
export async function lockStickies(tx: Db, channelIds: readonly ChannelId[]): Promise<StickyRow[]> {
  return await tx
    .select()
    .from(stickies)
    .where(and(inArray(stickies.channelId, [...channelIds]), isNull(stickies.pausedBy), eq(stickies.enabled, true)))
    .orderBy(asc(stickies.channelId))
    .for('update');
}

export interface Seen extends Timing {
  readonly id: string;
  readonly lastSeenId: MessageId;
}

/** Writes any number of channels with one statement. */
export async function saveSeen(tx: Db, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return;
  const rows = seen.map((each) => ({
    id: each.id,
    last_seen_id: each.lastSeenId,
    seen_count: each.seenCount,
    first_seen_at: each.firstSeenAt,
    due_at: each.dueAt,
  }));
  await tx.execute(sql`
    update sticky_messages s
       set last_seen_id = n.last_seen_id, seen_count = n.seen_count, first_seen_at = n.first_seen_at, due_at = n.due_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n(id uuid, last_seen_id text, seen_count integer, first_seen_at timestamptz, due_at timestamptz)
     where s.id = n.id`);
}
