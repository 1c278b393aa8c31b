import { randomUUID } from 'node:crypto';
import type { MediaItemId } from '@tally/contract';
import { MediaItemId as ItemId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { takeFiller } from '../store/fillers.ts';
import { deleteItem, findNext, findPlaying, insertItem, step } from '../store/items.ts';
import type { RoomRow } from '../tables.ts';
import { lookAgain } from './look-up.ts';

/** A player that shows nothing for so long never will. */
export const START_MS = seconds(10);
/** A player that is there and has not said for so long how far it is hangs. */
export const HANGS_MS = seconds(20);

/** Looks whether an item has begun in time, or should be over. */
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
  // By the second, so that a nearer moment is not merged into a later one.
  const singletonKey = `${which.itemId} ${Math.ceil(startAfter.getTime() / 1_000)}`;
  await ctx.queue.send(keepTime, which, { startAfter, singletonKey, ...(tx ? { tx } : {}) });
}

/** The next one begins, unless one plays or the room is paused. What somebody requested goes before a filler. */
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
    await ctx.queue.send(lookAgain, { ownerId, itemId: next.id }, { tx });
    return;
  }
  const filler = await takeFiller(tx, ownerId, now);
  if (!filler) return;
  const { provider, kind, videoId, title, author, lengthSeconds, picture, endSecond } = filler;
  const id = ItemId.parse(randomUUID());
  const video = { provider, kind, videoId, title, author, lengthSeconds, picture, endSecond };
  await insertItem(tx, { id, ownerId, ...video, isFiller: true, state: 'playing', requestedAt: now, takenAt: now });
  await lookAt(ctx, tx, { ownerId, itemId: id }, START_MS);
  await ctx.queue.send(lookAgain, { ownerId, itemId: id }, { tx });
}
