import type { MediaChanged, UserId } from '@tally/contract';
import { type Ctx, requireUser } from '@tally/kernel';
import { watchRight } from '../../teams/index.ts';
import { deskOf, listenTo } from './desk.ts';
import { getRoomNamed } from './read-public.ts';

/** However much happens, a page asks again no more often than this. */
const QUIET_MS = 250;

async function* changesOf(ctx: Ctx, ownerId: UserId, signal: AbortSignal): AsyncGenerator<MediaChanged> {
  const ear = listenTo(ctx, await deskOf(ctx), ownerId, signal);
  try {
    // The page came with its answers, and listens only now: what happened in between it asks for once.
    while (!signal.aborted) {
      yield { changed: true, isOver: false };
      await ctx.timers.pause(QUIET_MS, signal);
      await ear.next(null);
    }
  } finally {
    ear.leave();
  }
}

/** For those who manage the room: whoever may no longer hears so at once, and nothing else. */
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
