import { type PlayerReport, type PlayerSnapshot, playerOf } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { afterReport, isEndBelievable, isRunning, secondsLeft, stopped } from '../../match/clock.ts';
import { findPlaying, setProgress } from '../../store/items.ts';
import { changeRoom } from '../../store/rooms.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { roomChanged } from '../room/desk.ts';
import { inRoom } from '../room/room.ts';
import { settingsOf } from '../room/settings.ts';
import { lookAt, START_MS } from './advance.ts';
import { endPlaying, failPlaying, stopForTrouble } from './end.ts';
import { renewedLease } from './lease.ts';
import { readSnapshot, roomOfToken } from './player.ts';

/** If a player was silent for this long, the check at the item's end may have been skipped, so we queue another. */
const LOST_MS = seconds(12);

/** Handles a player's report. It counts only if the page holds the lease and names the current item. */
export async function handleReport(ctx: Ctx, token: string, report: PlayerReport): Promise<PlayerSnapshot> {
  const room = await roomOfToken(ctx, token);
  if (room.enabled && room.leaseTab === report.tab) {
    await changeRoom(ctx.db, room.ownerId, renewedLease(ctx));
    const item = await findPlaying(ctx.db, room.ownerId);
    const isScene = report.type === 'hidden' || report.type === 'shown';
    if (isScene) await showOrHide(ctx, room, { item, isHidden: report.type === 'hidden' });
    else if (item && item.id === report.itemId) await apply(ctx, { room, item, report });
  }
  return await readSnapshot(ctx, await roomOfToken(ctx, token), report.tab);
}

interface Told {
  readonly room: RoomRow;
  readonly item: ItemRow;
  readonly report: PlayerReport;
}

async function apply(ctx: Ctx, told: Told): Promise<void> {
  switch (told.report.type) {
    case 'started':
    case 'second':
      return await note(ctx, told);
    case 'ended':
      return await end(ctx, told);
    case 'error':
      return await fail(ctx, told);
    case 'blocked':
      return await hold(ctx, told.room, { item: told.item, heldBy: 'blocked' });
    case 'hidden':
    case 'shown':
      return;
    default:
      return told.report.type satisfies never;
  }
}

async function note(ctx: Ctx, { room, item, report }: Told): Promise<void> {
  const now = ctx.clock.now();
  // If the page plays, it no longer waits for a click.
  const isFreed = room.heldBy !== null && report.type === 'started';
  const startedAt = item.startedAt ?? now;
  const runsOn = isRunning(isFreed ? { ...room, heldBy: null } : room, { ...item, startedAt });
  const progress = afterReport(item, { reported: report.second, now, runsOn });
  if (isFreed) await changeRoom(ctx.db, room.ownerId, { heldBy: null });
  await setProgress(ctx.db, item.id, { ...progress, startedAt });
  const wasLost = item.heardAt === null || now.getTime() - item.heardAt.getTime() > LOST_MS;
  const left = secondsLeft({ ...item, ...progress }, now);
  if (runsOn && wasLost && left !== null)
    await lookAt(ctx, undefined, { ownerId: room.ownerId, itemId: item.id }, left * 1_000);
  // Open pages start to count the seconds now.
  if (wasLost || isFreed) await roomChanged(ctx.db, room.ownerId);
}

async function end(ctx: Ctx, { room: { ownerId }, item, report }: Told): Promise<void> {
  const now = ctx.clock.now();
  if (isEndBelievable(item, now)) {
    await inRoom(ctx, ownerId, async (tx) => await endPlaying(ctx, tx, { ownerId, id: item.id }, { state: 'played' }));
    return;
  }
  const runsOn = item.heardAt !== null;
  await setProgress(ctx.db, item.id, afterReport(item, { reported: report.second, now, runsOn }));
}

async function fail(ctx: Ctx, told: Told): Promise<void> {
  const { ownerId } = told.room;
  const { provider, id } = told.item;
  const error = playerOf(provider).errors[told.report.code ?? 0] ?? 'playerError';
  if (error === 'blocked') return await hold(ctx, told.room, { item: told.item, heldBy: error });
  if (error === 'refererMissing') return await stopForTrouble(ctx, ownerId, error);
  await failPlaying(ctx, { ownerId, id }, error);
}

async function hold(
  ctx: Ctx,
  { ownerId }: RoomRow,
  { item, heldBy }: { readonly item: ItemRow | null; readonly heldBy: 'blocked' | 'hidden' },
): Promise<void> {
  await changeRoom(ctx.db, ownerId, { heldBy });
  if (item) await setProgress(ctx.db, item.id, stopped(item, ctx.clock.now()));
  await roomChanged(ctx.db, ownerId);
}

/** Pauses while the scene in OBS is hidden, if the owner wants that, even for items that start later. */
async function showOrHide(
  ctx: Ctx,
  room: RoomRow,
  { item, isHidden }: { readonly item: ItemRow | null; readonly isHidden: boolean },
): Promise<void> {
  const { ownerId } = room;
  if (isHidden) {
    if (settingsOf(room).pauseWhenHidden) await hold(ctx, room, { item, heldBy: 'hidden' });
    return;
  }
  await changeRoom(ctx.db, ownerId, { heldBy: null });
  if (item && isRunning({ ...room, heldBy: null }, item)) {
    await setProgress(ctx.db, item.id, { heardAt: ctx.clock.now() });
    const left = secondsLeft(item, ctx.clock.now());
    if (left !== null) await lookAt(ctx, undefined, { ownerId, itemId: item.id }, left * 1_000);
  } else if (item) await lookAt(ctx, undefined, { ownerId, itemId: item.id }, START_MS);
  await roomChanged(ctx.db, ownerId);
}
