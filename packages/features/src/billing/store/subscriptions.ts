import type { Holder, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, eq, gte, lt, notInArray, or, sql } from '@tally/infra/sql';
import { type SubscriptionRow, stripeDisputes, subscriptions } from '../tables.ts';

/** Numbers each call to Stripe, so we recognize an older answer that arrives late. */
export async function nextQuestion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`select nextval('billing_questions')::text as number`);
  return Number(rows[0]?.number ?? 0);
}

/** Lets only one transaction at a time change the payments of a holder. */
export async function lockHolder(tx: Db, holder: Holder, holderId: string): Promise<void> {
  await lockOn(tx, `billing ${holder} ${holderId}`);
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [found] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return found ?? null;
}

export async function listOfUser(db: Db, userId: UserId): Promise<SubscriptionRow[]> {
  return await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.createdAt));
}

export async function listOfHolder(db: Db, holder: Holder, holderId: string): Promise<SubscriptionRow[]> {
  return await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.holder, holder), eq(subscriptions.holderId, holderId)))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

const over = ['canceled', 'incomplete_expired'] as const;

export async function listRunning(db: Db, { except }: { except: readonly string[] }): Promise<SubscriptionRow[]> {
  const others = except.length > 0 ? notInArray(subscriptions.id, [...except]) : undefined;
  return await db
    .select()
    .from(subscriptions)
    .where(and(notInArray(subscriptions.status, [...over]), others));
}

export async function listOfCustomer(db: Db, customerId: string): Promise<SubscriptionRow[]> {
  return await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
}

export async function hasEverPaid(db: Db, userId: UserId, holderId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(or(eq(subscriptions.userId, userId), eq(subscriptions.holderId, holderId)))
    .limit(1);
  return found !== undefined;
}

export async function saveSubscription(tx: Db, row: SubscriptionRow): Promise<void> {
  const { id: _, isDuplicate: __, ...set } = row;
  await tx.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.id, set });
}

/** Records that Stripe confirmed the subscription without a change. */
export async function noteAnswer(tx: Db, id: string, answered: number): Promise<void> {
  await tx.update(subscriptions).set({ answered }).where(eq(subscriptions.id, id));
}

export async function markDuplicate(tx: Db, id: string): Promise<void> {
  await tx.update(subscriptions).set({ isDuplicate: true }).where(eq(subscriptions.id, id));
}

export async function listUnsettledDuplicates(db: Db): Promise<SubscriptionRow[]> {
  return await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.isDuplicate, true), notInArray(subscriptions.status, [...over])));
}

export async function deleteOfUser(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
}

export async function saveDispute(tx: Db, row: { id: string; subscriptionId: string; status: string }): Promise<void> {
  await tx
    .insert(stripeDisputes)
    .values(row)
    .onConflictDoUpdate({ target: stripeDisputes.id, set: { status: row.status } });
}

const settled = ['won', 'warning_closed', 'prevented'];

/** Returns true while a bank disputes the payment, and after we lose the dispute, because the money is gone. */
export async function isDisputed(db: Db, subscriptionId: string): Promise<boolean> {
  const [open] = await db
    .select({ id: stripeDisputes.id })
    .from(stripeDisputes)
    .where(and(eq(stripeDisputes.subscriptionId, subscriptionId), notInArray(stripeDisputes.status, settled)))
    .limit(1);
  return open !== undefined;
}

/** Counts disputes that staff can still respond to at Stripe. */
export const countDisputes = async (db: Db): Promise<number> =>
  await db.$count(stripeDisputes, notInArray(stripeDisputes.status, [...settled, 'lost']));

interface Moves {
  readonly now: number;
  readonly before: number;
}

/** Counts subscriptions that began and ended since `from`, and between `before` and `from`. */
export async function countMoves(
  db: Db,
  { before, from }: { before: Date; from: Date },
): Promise<{ begun: Moves; ended: Moves }> {
  const within = async (column: typeof subscriptions.createdAt | typeof subscriptions.endedAt): Promise<Moves> => {
    const [now, then] = await Promise.all([
      db.$count(subscriptions, gte(column, from)),
      db.$count(subscriptions, and(gte(column, before), lt(column, from))),
    ]);
    return { now, before: then };
  };
  const [begun, ended] = await Promise.all([within(subscriptions.createdAt), within(subscriptions.endedAt)]);
  return { begun, ended };
}
