import type { MediaItemId } from '@tally/contract';
import { MediaItemId as ItemId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { pickFiller } from '../../store/fillers.ts';
import { deleteItem, findNext, findPlaying, insertItem, step } from '../../store/items.ts';
import type { RoomRow } from '../../tables.ts';
import { recheck } from '../request/look-up.ts';

/** A player that has not started an item within this time never will. */
export const START_MS = seconds(10);
/** If a connected player does not report its position for this long, it has hung. */
export const HANGS_MS = seconds(20);

/** Checks whether an item has started in time, and whether it should have ended. */
export const keepTime = declareJob({
  name: 'media-sharing/keep-time',
  data: z.object({ ownerId: UserId, itemId: ItemId }),
  retryDelaySeconds: 1,
  concurrency: 4,
});

export async function lookAt(
  ctx: Ctx,
  tx: Db | undefined,
  which: { readonly ownerId: UserId; readonly itemId: MediaItemId },
  inMs: number,
): Promise<void> {
  const startAfter = new Date(ctx.clock.now().getTime() + Math.max(inMs, 0));
  // The key contains the second, so the queue keeps two checks at different times apart.
  const singletonKey = `${which.itemId} ${Math.ceil(startAfter.getTime() / 1_000)}`;
  await ctx.queue.send(keepTime, which, { startAfter, singletonKey, ...(tx ? { tx } : {}) });
}

/** Starts the next item, unless a request is playing or the room is paused. Requests come before fillers. */
export async function advance(ctx: Ctx, tx: Db, { ownerId, paused }: RoomRow): Promise<void> {
  if (paused) return;
  const now = ctx.clock.now();
  const playing = await findPlaying(tx, ownerId);
  if (playing && !playing.isFiller) return;
  const next = await findNext(tx, ownerId);
  if (playing && !next) return;
  if (playing) await deleteItem(tx, playing.id);
  if (next) {
    await step(tx, { ownerId, id: next.id, from: ['queued'] }, { state: 'playing', takenAt: now });
    await lookAt(ctx, tx, { ownerId, itemId: next.id }, START_MS);
    await ctx.queue.send(recheck, { ownerId, itemId: next.id }, { tx });
    return;
  }
  const filler = await pickFiller(tx, ownerId, now);
  if (!filler) return;
  const { provider, kind, videoId, title, author, lengthSeconds, picture, endSecond } = filler;
  const id = ItemId.parse(ctx.random.uuid());
  const video = { provider, kind, videoId, title, author, lengthSeconds, picture, endSecond };
  await insertItem(tx, { id, ownerId, ...video, isFiller: true, state: 'playing', requestedAt: now, takenAt: now });
  await lookAt(ctx, tx, { ownerId, itemId: id }, START_MS);
  await ctx.queue.send(recheck, { ownerId, itemId: id }, { tx });
}
