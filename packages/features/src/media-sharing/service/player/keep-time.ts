import type { MediaItemId, UserId } from '@tally/contract';
import { type Ctx, days, minutes, seconds } from '@tally/kernel';
import { secondsLeft } from '../../match/clock.ts';
import { deleteEndedBefore, findPlaying } from '../../store/items.ts';
import { findRoom } from '../../store/rooms.ts';
import { forgetTalkersBefore } from '../../store/votes.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { inRoom } from '../room/room.ts';
import { HANGS_MS, lookAt, START_MS } from './advance.ts';
import { endPlaying, failPlaying } from './end.ts';
import { isPlayerConnected } from './lease.ts';

/** A player reports its position at least this often. */
const SAYS_MS = seconds(7);

/** Skips an item that does not start, hangs or runs too long, according to our own clock. */
export async function keepTimeOf(
  ctx: Ctx,
  which: { readonly ownerId: UserId; readonly itemId: MediaItemId },
): Promise<void> {
  const { ownerId, itemId } = which;
  const [room, item] = await Promise.all([findRoom(ctx.db, ownerId), findPlaying(ctx.db, ownerId)]);
  if (!room?.enabled || item?.id !== itemId || room.paused || room.heldBy) return;
  if (item.startedAt) await keepEnd(ctx, room, item);
  // If no player is connected, the item waits. The next player gets the full time to start it.
  else if (await isPlayerConnected(ctx, room)) await keepStart(ctx, room, item);
}

async function keepStart(ctx: Ctx, { ownerId, playerSeenAt }: RoomRow, item: ItemRow): Promise<void> {
  const since = Math.max(item.takenAt?.getTime() ?? 0, playerSeenAt?.getTime() ?? 0);
  const leftMs = since + START_MS - ctx.clock.now().getTime();
  if (leftMs > 0) await lookAt(ctx, undefined, { ownerId, itemId: item.id }, leftMs);
  else await failPlaying(ctx, { ownerId, id: item.id }, 'neverStarted');
}

async function keepEnd(ctx: Ctx, room: RoomRow, item: ItemRow): Promise<void> {
  const { ownerId } = room;
  const now = ctx.clock.now();
  const left = secondsLeft(item, now);
  if (left !== null && left <= 0) {
    await inRoom(ctx, ownerId, async (tx) => await endPlaying(ctx, tx, { ownerId, id: item.id }, { state: 'played' }));
    return;
  }
  if (!item.heardAt) return;
  // A player that has just reconnected gets time for its first report.
  const lastAt = Math.max(item.heardAt.getTime(), room.playerSeenAt?.getTime() ?? 0);
  const silentMs = now.getTime() - lastAt;
  if (silentMs >= HANGS_MS) {
    if (await isPlayerConnected(ctx, room)) await failPlaying(ctx, { ownerId, id: item.id }, 'playerError');
    // If no player is connected, the next one resumes the item at the same position.
    return;
  }
  const againMs = silentMs > SAYS_MS ? HANGS_MS - silentMs : left === null ? null : left * 1_000;
  if (againMs !== null) await lookAt(ctx, undefined, { ownerId, itemId: item.id }, againMs);
}

/** Ended items can be viewed for this long. */
export const KEPT_MS = days(30);
const A_BATCH = 5_000;

export async function forgetOld(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - KEPT_MS);
  while ((await deleteEndedBefore(ctx.db, before, A_BATCH)) === A_BATCH);
  await forgetTalkersBefore(ctx.db, new Date(now - minutes(60)));
}
