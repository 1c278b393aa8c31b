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
 * Returns whether this tab now holds the lease. If the previous holder has gone, `isFree` allows taking a lease that
 * has expired.
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
      // If the previous page waited for a click, the new page need not wait.
      heldBy: sql`case when ${rooms.leaseTab} = ${tab} then ${rooms.heldBy} end`,
    })
    .where(and(eq(rooms.ownerId, ownerId), mine))
    .returning({ id: rooms.ownerId });
  return taken.length > 0;
}

/** Takes the lease from another page at a person's request. */
export async function forceLease(tx: Db, { ownerId, tab, process, now, until }: Holding): Promise<void> {
  await tx
    .update(rooms)
    .set({ leaseTab: tab, leaseProcess: process, leaseUntil: until, playerSeenAt: now, heldBy: null })
    .where(eq(rooms.ownerId, ownerId));
}

/** Shortens the lease of a page that has gone, so another can play soon. Returns whether it held the lease. */
export async function letGo(db: Db, { ownerId, tab, process, until }: Omit<Holding, 'now'>): Promise<boolean> {
  const left = await db
    .update(rooms)
    .set({ leaseProcess: null, leaseUntil: until })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseTab, tab), eq(rooms.leaseProcess, process)))
    .returning({ id: rooms.ownerId });
  return left.length > 0;
}

/** Records that the process with the playing page has died, and the page's connection with it. */
export async function forgetProcess(db: Db, ownerId: UserId, process: string): Promise<void> {
  await db
    .update(rooms)
    .set({ leaseProcess: null })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseProcess, process)));
}
