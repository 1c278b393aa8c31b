import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { userHolds } from '../../premium/index.ts';
import { changeRoom, findRoom, insertRoom, isNameTaken, lockRoom, raiseVersion } from '../store/rooms.ts';
import type { RoomRow } from '../tables.ts';
import { advance } from './advance.ts';
import { roomChanged } from './desk.ts';

/** Why nothing is taken and nothing plays; null where it is open. Everything in a closed room is kept. */
export async function whyClosed(
  ctx: Ctx,
  room: Pick<RoomRow, 'ownerId' | 'enabled'>,
): Promise<'closed' | 'noPremium' | null> {
  if (!room.enabled) return 'closed';
  return (await userHolds(ctx, room.ownerId, 'MediaShare')) ? null : 'noPremium';
}

/**
 * The one way in which what waits or plays changes: nobody else changes this room meanwhile, the next one begins where
 * nothing plays any more, and everybody who shows the room hears of it.
 */
export async function inRoom<T>(ctx: Ctx, ownerId: UserId, work: (tx: Db, room: RoomRow) => Promise<T>): Promise<T> {
  const isPaidFor = await userHolds(ctx, ownerId, 'MediaShare');
  return await inTurn(ctx, ownerId, () =>
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

const turns = new WeakMap<Ctx['db'], Map<UserId, Promise<unknown>>>();

/** One after the other within this process: a crowd at one room waits here, and not with all connections to the database. */
async function inTurn<T>({ db }: Ctx, ownerId: UserId, work: () => Promise<T>): Promise<T> {
  const last = turns.get(db) ?? new Map<UserId, Promise<unknown>>();
  turns.set(db, last);
  const before = last.get(ownerId);
  const own = before ? before.then(work, work) : work();
  last.set(ownerId, own);
  try {
    return await own;
  } finally {
    if (last.get(ownerId) === own) last.delete(ownerId);
  }
}

/** Sees to it that there is one, and that it is called as its owner is. Answers whether there was none before. */
export async function openRoom(ctx: Ctx, ownerId: UserId): Promise<boolean> {
  const room = await findRoom(ctx.db, ownerId);
  const known = (await listNames(ctx, [ownerId])).get(ownerId)?.toLowerCase() ?? ownerId;
  // What looks like somebody's number is nobody else's name.
  const name = /^\d{5,}$/.test(known) ? ownerId : known;
  if (room?.name === name) return false;
  await ctx.db.transaction(async (tx) => {
    // Somebody who was called so before may still have it.
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
