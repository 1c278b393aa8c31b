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

/** Whether this tab holds it now. `isFree`: whoever held it is connected nowhere, so that a lapsed lease is nobody's. */
export async function takeLease(db: Db, holding: Holding, isFree: boolean): Promise<boolean> {
  const { ownerId, tab, process, now, until } = holding;
  const mine = sql`(${rooms.leaseTab} is null or ${rooms.leaseTab} = ${tab} or (${isFree} and (${rooms.leaseUntil} is null or ${rooms.leaseUntil} <= ${at(now)})))`;
  const taken = await db
    .update(rooms)
    .set({
      leaseTab: tab,
      leaseProcess: process,
      leaseUntil: until,
      playerSeenAt: now,
      // What another page waited for, this one does not.
      heldBy: sql`case when ${rooms.leaseTab} = ${tab} then ${rooms.heldBy} end`,
    })
    .where(and(eq(rooms.ownerId, ownerId), mine))
    .returning({ id: rooms.ownerId });
  return taken.length > 0;
}

/** From another page, because a person says so. */
export async function forceLease(tx: Db, { ownerId, tab, process, now, until }: Holding): Promise<void> {
  await tx
    .update(rooms)
    .set({ leaseTab: tab, leaseProcess: process, leaseUntil: until, playerSeenAt: now, heldBy: null })
    .where(eq(rooms.ownerId, ownerId));
}

/** The page has gone: another one may play soon. Answers whether it was the one that played. */
export async function letGo(db: Db, { ownerId, tab, process, until }: Omit<Holding, 'now'>): Promise<boolean> {
  const left = await db
    .update(rooms)
    .set({ leaseProcess: null, leaseUntil: until })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseTab, tab), eq(rooms.leaseProcess, process)))
    .returning({ id: rooms.ownerId });
  return left.length > 0;
}

/** A process that says nothing of it any more has died with the page's connection. */
export async function forgetProcess(db: Db, ownerId: UserId, process: string): Promise<void> {
  await db
    .update(rooms)
    .set({ leaseProcess: null })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.leaseProcess, process)));
}
