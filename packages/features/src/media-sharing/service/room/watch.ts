import type { MediaChanged, UserId } from '@tally/contract';
import { createBell } from '@tally/infra/signal';
import { type Ctx, requireUser } from '@tally/kernel';
import { watchRight } from '../../../teams/index.ts';
import { onRoomChanged } from './desk.ts';
import { getRoomNamed } from './read-public.ts';

/** A page is notified at most this often, so it does not reload for every change. */
const QUIET_MS = 250;

async function* changesOf(ctx: Ctx, ownerId: UserId, signal: AbortSignal): AsyncGenerator<MediaChanged> {
  const bell = createBell(ctx.timers, signal);
  const leave = await onRoomChanged(ctx, ownerId, bell.ring);
  try {
    // The page reloads once at the start, because the room may have changed before the page subscribed.
    while (!signal.aborted) {
      yield { changed: true, isOver: false };
      await ctx.timers.pause(QUIET_MS, signal);
      await bell.next();
    }
  } finally {
    leave();
  }
}

/**
 * Watches a room for a person who manages it. If they lose the permission, they are notified immediately and receive
 * nothing more.
 */
export async function* watchRoom(ctx: Ctx, ownerId: UserId, signal: AbortSignal): AsyncGenerator<MediaChanged> {
  const right = { userId: requireUser(ctx).userId, leaderId: ownerId, flag: 'ManageMediaShare' } as const;
  const may = await watchRight(ctx, right, signal);
  yield* changesOf(ctx, ownerId, may);
  if (!signal.aborted) yield { changed: true, isOver: true };
}

export async function watchPublicRoom(
  ctx: Ctx,
  name: string,
  signal: AbortSignal,
): Promise<AsyncIterable<MediaChanged>> {
  const { ownerId } = await getRoomNamed(ctx, name);
  return changesOf(ctx, ownerId, signal);
}
