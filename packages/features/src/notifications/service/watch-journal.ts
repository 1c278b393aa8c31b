import { deliveryKinds, type JournalRow, type ServerId, type StreamersChanged } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { listChangedSince } from '@tally/pipeline/delivery';
import { changesOf } from '../store/overview.ts';
import { ABOUT_STREAMERS, asJournal } from './journal.ts';

/** How often a watched journal is looked at; one indexed question each time. */
const LOOK_EVERY_MS = seconds(1);
const MOST_AT_ONCE = 500;
const HEARTBEAT_LOOKBACK_MS = seconds(10);

/**
 * New and changed rows as they are written, by whichever process writes them. Who is paused because something broke
 * has no row: that streamers were changed is told by itself.
 */
export async function* watchJournal(
  ctx: Ctx,
  serverId: ServerId,
  signal: AbortSignal,
): AsyncGenerator<JournalRow | StreamersChanged> {
  const told = new Map<string, string>();
  let changes = await changesOf(ctx.db, serverId);
  let since = ctx.clock.now();
  while (!signal.aborted) {
    const rows = await listChangedSince(ctx.db, {
      serverId,
      // As in its pages: other features' messages are about nobody who is followed.
      owners: ABOUT_STREAMERS,
      kinds: deliveryKinds,
      since: new Date(since.getTime() - HEARTBEAT_LOOKBACK_MS),
      limit: MOST_AT_ONCE,
    });
    since = ctx.clock.now();
    const fresh = rows.filter((row) => told.get(row.id) !== stamp(row));
    for (const row of fresh) told.set(row.id, stamp(row));
    yield* await asJournal(ctx, fresh);
    const changesNow = await changesOf(ctx.db, serverId);
    if (changesNow !== changes) yield { changed: 'streamers' };
    changes = changesNow;
    await ctx.timers.pause(LOOK_EVERY_MS, signal);
  }
}

const stamp = (row: { state: string; attempts: number; seenAt: Date | null; editedAt: Date | null }): string =>
  `${row.state} ${row.attempts} ${row.seenAt?.getTime() ?? ''} ${row.editedAt?.getTime() ?? ''}`;
