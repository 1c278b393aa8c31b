import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import { rooms } from '../tables.ts';

interface Holding {
  readonly ownerId: UserId;
  readonly tab: string;
  readonly process: string;
  readonly now: Date;
  readonly until: Date;
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/**
 * Returns whether this tab now holds the lease. `isFree`: the previous holder is not connected, so a lapsed lease may
 * be taken.
 */
export async function claimLease(db: Db, holding: Holding, isFree: boolean): Promise<boolean> {
  const { ownerId, tab, process, now, until } = holding;
  const mine = sql`(${rooms.leaseTab} is null or ${rooms.leaseTab} = ${tab} or (${isFree} and (${rooms.leaseUntil} is null or ${rooms.leaseUntil} <= ${at(now)})))`;
  const taken = await db
    .update(rooms)
    .set({
      leaseTab: tab,
      leaseProcess: process,
      leaseUntil: until,
      playerSeenAt: now,
      // What the previous page waited for does not concern this one.
      heldBy: sql`case when ${rooms.leaseTab} = ${tab} then ${rooms.heldBy} end`,
    })
    .where(and(eq(rooms.ownerId, ownerId), mine))
    .returning({ id: rooms.ownerId });
  return taken.length > 0;
}

/** Takes the lease from another page, because a person asked for it. */
export async function forceLease(tx: Db, { ownerId, tab, process, now, until }: Holding): Promise<void> {
  await tx
    .update(rooms)
    .set({ leaseTab: tab, leaseProcess: process, leaseUntil: until, playerSeenAt: now, heldBy: null })
    .where(eq(rooms.ownerId, ownerId));
}

/** Called when a page has gone, so another may play soon. Returns whether it was the playing one. */
export async function letGo(db: Db, { ownerId, tab, process, until }: Omit<Holding, 'now'>): Promise<boolean> {
  const left = await db
    .update(rooms)
    .set({ leaseProcess: null, leaseUntil: until })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseTab, tab), eq(rooms.leaseProcess, process)))
    .returning({ id: rooms.ownerId });
  return left.length > 0;
}

/** If a process no longer answers for the page, it died together with its connection. */
export async function forgetProcess(db: Db, ownerId: UserId, process: string): Promise<void> {
  await db
    .update(rooms)
    .set({ leaseProcess: null })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseProcess, process)));
}
