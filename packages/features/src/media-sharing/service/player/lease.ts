import type { UserId } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { afterReport, resumed } from '../../match/clock.ts';
import { findPlaying, setProgress } from '../../store/items.ts';
import { claimLease, forceLease, forgetProcess, letGo } from '../../store/lease.ts';
import type { RoomRow } from '../../tables.ts';
import { isOpenAt, isOpenHere, roomChanged } from '../room/desk.ts';
import { HANGS_MS, lookAt, START_MS } from './advance.ts';

/** A page keeps the lease while it is connected, and for this long after its last report. */
const LEASE_MS = seconds(15);
/** A page that loses its connection reconnects after two seconds, but a closed one does not. */
const COMES_BACK_MS = seconds(4);

const until = (ctx: Ctx, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

/** Returns whether the page that plays is still connected to the process that recorded it. */
export async function isPlayerConnected(ctx: Ctx, room: RoomRow): Promise<boolean> {
  const { ownerId, leaseTab, leaseProcess } = room;
  if (!leaseTab || !leaseProcess) return false;
  if (await isOpenAt(ctx, { ownerId, tab: leaseTab, process: leaseProcess })) return true;
  await forgetProcess(ctx.db, ownerId, leaseProcess);
  return false;
}

export interface Held {
  readonly isMine: boolean;
  /** How long to wait before the next attempt, unless the room changes first. */
  readonly againMs: number | null;
}

/** Gives the lease to the first page that connects. Another page gets it only after that page has gone for good. */
export async function holdLease(ctx: Ctx, room: RoomRow, tab: string): Promise<Held> {
  const { ownerId, leaseTab, leaseProcess, leaseUntil } = room;
  if (leaseTab === tab && leaseProcess === ctx.signals.process) return { isMine: true, againMs: null };
  const now = ctx.clock.now();
  const isFree = leaseTab !== tab && leaseTab !== null && !(await isPlayerConnected(ctx, room));
  const holding = { ownerId, tab, process: ctx.signals.process, now, until: until(ctx, LEASE_MS) };
  if (await claimLease(ctx.db, holding, isFree)) {
    await resume(ctx, room, tab);
    await roomChanged(ctx.db, ownerId);
    return { isMine: true, againMs: null };
  }
  const leftMs = (leaseUntil?.getTime() ?? now.getTime()) - now.getTime();
  return { isMine: false, againMs: isFree ? Math.max(leftMs, 0) + 20 : null };
}

async function resume(ctx: Ctx, { ownerId, leaseTab, leaseProcess }: RoomRow, tab: string): Promise<void> {
  const item = await findPlaying(ctx.db, ownerId);
  if (!item) return;
  const isSamePage = leaseTab === tab;
  if (item.heardAt) {
    const now = ctx.clock.now();
    await setProgress(ctx.db, item.id, resumed(item, { now, isSamePage, hasLeft: leaseProcess === null }));
  }
  // The new page gets the usual time to start the item, or to report its position.
  await lookAt(ctx, undefined, { ownerId, itemId: item.id }, item.startedAt ? HANGS_MS : START_MS);
}

/** Stores how far the item has played when its page closes or loses its connection. */
export async function leavePlayer(ctx: Ctx, ownerId: UserId, tab: string): Promise<void> {
  if (isOpenHere(ctx, ownerId, tab)) return;
  const about = { ownerId, tab, process: ctx.signals.process, until: until(ctx, COMES_BACK_MS) };
  if (!(await letGo(ctx.db, about))) return;
  const item = await findPlaying(ctx.db, ownerId);
  const now = ctx.clock.now();
  if (item?.heardAt) await setProgress(ctx.db, item.id, afterReport(item, { reported: null, now, runsOn: true }));
  await roomChanged(ctx.db, ownerId);
}

/** Lets this page play because a person asked for it. The previous page goes silent. */
export async function takeOver(ctx: Ctx, ownerId: UserId, tab: string): Promise<void> {
  await forceLease(ctx.db, {
    ownerId,
    tab,
    process: ctx.signals.process,
    now: ctx.clock.now(),
    until: until(ctx, LEASE_MS),
  });
  await roomChanged(ctx.db, ownerId);
}

export const renewedLease = (ctx: Ctx) => ({ leaseUntil: until(ctx, LEASE_MS), playerSeenAt: ctx.clock.now() });
