import type { MediaItemId, MediaReason, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, say } from '@tally/kernel';
import { localeOfUser, notify } from '../../../account/index.ts';
import { stopped } from '../../match/clock.ts';
import { deleteItem, findPlaying, step } from '../../store/items.ts';
import { changeRoom, releasePress } from '../../store/rooms.ts';
import type { ItemRow, RoomTrouble } from '../../tables.ts';
import { countEnd } from '../meters.ts';
import { inRoom } from '../room/room.ts';

/** If this many videos fail in a row, the player is to blame, not the videos. */
const MOST_FAILURES = 3;

interface End {
  readonly state: 'played' | 'skipped' | 'removed' | 'failed';
  readonly reason?: MediaReason;
  readonly by?: UserId | undefined;
  readonly words?: string | undefined;
}

/** Ends the current item. Returns null if it is no longer playing. The history contains a filler only if it failed. */
export async function endPlaying(
  ctx: Ctx,
  tx: Db,
  { ownerId, id }: { readonly ownerId: UserId; readonly id?: MediaItemId | undefined },
  { state, reason, by, words }: End,
): Promise<ItemRow | null> {
  const now = ctx.clock.now();
  const item = await findPlaying(tx, ownerId);
  if (!item || (id !== undefined && item.id !== id)) return null;
  const decided = by ? { decidedAt: now, decidedBy: by } : {};
  const ended = await step(
    tx,
    { ownerId, id: item.id, from: ['playing'] },
    { state, reason: reason ?? null, endedAt: now, ...stopped(item, now), ...decided, ...(words ? { words } : {}) },
  );
  if (ended?.isFiller && state !== 'failed') await deleteItem(tx, ended.id);
  await releasePress(tx, ownerId);
  if (state === 'played') await changeRoom(tx, ownerId, { failures: 0 });
  if (ended) countEnd(ctx, state);
  return ended;
}

/** Skips a video that failed. After several failures in a row, pauses the room and notifies the owner. */
export async function failPlaying(
  ctx: Ctx,
  { ownerId, id }: { readonly ownerId: UserId; readonly id: MediaItemId },
  reason: MediaReason,
): Promise<void> {
  const isTooMuch = await inRoom(ctx, ownerId, async (tx, room) => {
    if (!(await endPlaying(ctx, tx, { ownerId, id }, { state: 'failed', reason }))) return false;
    const failures = room.failures + 1;
    const isLast = failures >= MOST_FAILURES;
    await changeRoom(tx, ownerId, isLast ? { failures: 0, paused: true, trouble: 'failures' } : { failures });
    return isLast;
  });
  if (isTooMuch) await notifyOwner(ctx, ownerId, 'failures');
}

/** Pauses a room whose player cannot play anything. When a person presses play, the same video is tried again. */
export async function stopForTrouble(ctx: Ctx, ownerId: UserId, trouble: RoomTrouble): Promise<void> {
  const isNew = await inRoom(ctx, ownerId, async (tx, room) => {
    await changeRoom(tx, ownerId, { paused: true, trouble });
    return room.trouble !== trouble;
  });
  if (isNew) await notifyOwner(ctx, ownerId, trouble);
}

async function notifyOwner(ctx: Ctx, ownerId: UserId, trouble: RoomTrouble): Promise<void> {
  const locale = await localeOfUser(ctx, ownerId);
  await notify(ctx, ownerId, {
    severity: 'warning',
    title: say(locale, 'mediaSharing.bellTitle'),
    message: say(locale, `mediaSharing.trouble_${trouble}`),
    actionUrl: `/dashboard/user/${ownerId}/media-sharing`,
  });
}
