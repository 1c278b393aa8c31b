import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { listNames } from '../../../account/index.ts';
import { userHolds } from '../../../premium/index.ts';
import { changeRoom, findRoom, insertRoom, isNameTaken, lockRoom, raiseVersion } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';
import { advance } from '../player/advance.ts';
import { roomChanged } from './desk.ts';

/** Returns why the room accepts and plays nothing, or null if it is open. A closed room keeps its contents. */
export async function whyClosed(
  ctx: Ctx,
  room: Pick<RoomRow, 'ownerId' | 'enabled'>,
): Promise<'closed' | 'noPremium' | null> {
  if (!room.enabled) return 'closed';
  return (await userHolds(ctx, room.ownerId, 'MediaShare')) ? null : 'noPremium';
}

/**
 * Every change of the queue or the player goes through here. Locks the room, starts the next item if nothing is
 * playing, and makes every page reload.
 */
export async function inRoom<T>(ctx: Ctx, ownerId: UserId, work: (tx: Db, room: RoomRow) => Promise<T>): Promise<T> {
  const isPaidFor = await userHolds(ctx, ownerId, 'MediaShare');
  // Runs one change per room at a time in this process, so a busy room does not use up all database connections.
  return await ctx.batches.inTurn(`media-sharing/room ${ownerId}`, () =>
    ctx.db.transaction(async (tx) => {
      const room = await lockRoom(tx, ownerId);
      if (!room) throw new AppError('mediaRoomNotFound');
      const answer = await work(tx, room);
      const after = await findRoom(tx, ownerId);
      if (after?.enabled && isPaidFor) await advance(ctx, tx, after);
      await raiseVersion(tx, ownerId);
      await roomChanged(tx, ownerId);
      return answer;
    }),
  );
}

/** Creates the room if it does not exist, and gives it its owner's current name. Returns whether it is new. */
export async function openRoom(ctx: Ctx, ownerId: UserId): Promise<boolean> {
  const room = await findRoom(ctx.db, ownerId);
  const known = (await listNames(ctx, [ownerId])).get(ownerId)?.toLowerCase() ?? ownerId;
  // A name of digits only could be mistaken for the id of another person.
  const name = /^\d{5,}$/.test(known) ? ownerId : known;
  if (room?.name === name) return false;
  await ctx.db.transaction(async (tx) => {
    // Another room may still have this name from a former owner of the name.
    const isFree = !(await isNameTaken(tx, name));
    if (!room) await insertRoom(tx, ownerId, isFree ? name : ownerId);
    else if (isFree) await changeRoom(tx, ownerId, { name });
  });
  return !room;
}

export async function getRoom(ctx: Ctx, ownerId: UserId): Promise<RoomRow> {
  await openRoom(ctx, ownerId);
  const room = await findRoom(ctx.db, ownerId);
  if (!room) throw new AppError('mediaRoomNotFound');
  return room;
}
