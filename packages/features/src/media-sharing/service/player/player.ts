import type { PlayerSnapshot, UserId } from '@tally/contract';
import { createBell } from '@tally/infra/signal';
import { AppError, type Ctx } from '@tally/kernel';
import { findPlaying } from '../../store/items.ts';
import { findRoom, findRoomByAddress } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';
import { enter, onRoomChanged } from '../room/desk.ts';
import { whyClosed } from '../room/room.ts';
import { holdLease, leavePlayer, takeOver } from './lease.ts';
import { isOver, localeOfOwner, snapshotOf } from './snapshot.ts';

/** Finds the room by the player's secret URL. The player can only read the room and report to it. */
export async function roomOfToken(ctx: Ctx, token: string): Promise<RoomRow> {
  const room = await findRoomByAddress(ctx.db, ctx.secrets.hashToken(token));
  if (!room) throw new AppError('notFound');
  return room;
}

export async function readSnapshot(ctx: Ctx, room: RoomRow, tab: string): Promise<PlayerSnapshot> {
  if (await whyClosed(ctx, room)) return isOver(await localeOfOwner(ctx, room.ownerId));
  const item = await findPlaying(ctx.db, room.ownerId);
  return await snapshotOf(ctx, { room, item, isSilent: room.leaseTab !== tab });
}

export async function takeOverPlayer(ctx: Ctx, token: string, tab: string): Promise<PlayerSnapshot> {
  const { ownerId } = await roomOfToken(ctx, token);
  await takeOver(ctx, ownerId, tab);
  return await readSnapshot(ctx, await roomOfToken(ctx, token), tab);
}

interface Page {
  readonly ownerId: UserId;
  readonly addressHash: string;
  readonly tab: string;
}

/** Sends a complete snapshot after each change, so a page that reconnects misses nothing. */
export async function* watchPlayer(
  ctx: Ctx,
  { token, tab }: { readonly token: string; readonly tab: string },
  signal: AbortSignal,
): AsyncGenerator<PlayerSnapshot> {
  const addressHash = ctx.secrets.hashToken(token);
  const room = await findRoomByAddress(ctx.db, addressHash);
  if (!room) {
    // We do not send an error, because the browser would reconnect forever.
    yield isOver(ctx.locale);
    return;
  }
  const { ownerId } = room;
  const bell = createBell(ctx.timers, signal);
  const stopListening = await onRoomChanged(ctx, ownerId, bell.ring);
  const leave = await enter(ctx, ownerId, tab);
  try {
    while (!signal.aborted) {
      const { snapshot, againMs } = await look(ctx, { ownerId, addressHash, tab });
      yield snapshot;
      if (snapshot.isOver) return;
      await bell.next(againMs);
    }
  } finally {
    stopListening();
    leave();
    await leavePlayer(ctx, ownerId, tab);
  }
}

async function look(
  ctx: Ctx,
  { ownerId, addressHash, tab }: Page,
): Promise<{ snapshot: PlayerSnapshot; againMs: number | null }> {
  const room = await findRoom(ctx.db, ownerId);
  if (room?.addressHash !== addressHash || (await whyClosed(ctx, room))) {
    return { snapshot: isOver(await localeOfOwner(ctx, ownerId)), againMs: null };
  }
  const { isMine, againMs } = await holdLease(ctx, room, tab);
  const item = await findPlaying(ctx.db, ownerId);
  return { snapshot: await snapshotOf(ctx, { room, item, isSilent: !isMine }), againMs };
}
