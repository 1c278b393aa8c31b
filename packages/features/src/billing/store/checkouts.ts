import type { Holder, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import { type CheckoutRow, checkouts, stripeCustomers } from '../tables.ts';

const isOf = (holder: Holder, holderId: string) => and(eq(checkouts.holder, holder), eq(checkouts.holderId, holderId));

export async function findCheckout(db: Db, holder: Holder, holderId: string): Promise<CheckoutRow | null> {
  const [found] = await db.select().from(checkouts).where(isOf(holder, holderId));
  return found ?? null;
}

export async function saveCheckout(tx: Db, row: CheckoutRow): Promise<void> {
  const { holder: _, holderId: __, ...set } = row;
  await tx
    .insert(checkouts)
    .values(row)
    .onConflictDoUpdate({ target: [checkouts.holder, checkouts.holderId], set });
}

/** Stores the session, unless another order arrived first. Returns whether it was stored. */
export async function nameSession(
  db: Db,
  {
    holder,
    holderId,
    generation,
    sessionId,
    url,
  }: Pick<CheckoutRow, 'holder' | 'holderId' | 'generation' | 'sessionId' | 'url'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(checkouts)
    .set({ sessionId, url })
    .where(and(isOf(holder, holderId), eq(checkouts.generation, generation)));
  return (rowCount ?? 0) > 0;
}

/** Forgets a checkout that was paid or has expired, so the next order creates a new one. */
export async function closeCheckout(db: Db, sessionId: string): Promise<void> {
  await db.update(checkouts).set({ sessionId: null, url: null, wish: '' }).where(eq(checkouts.sessionId, sessionId));
}

export async function deleteCheckouts(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(checkouts).where(eq(checkouts.userId, userId));
}

export async function findCustomer(db: Db, userId: UserId) {
  const [found] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.userId, userId));
  return found ?? null;
}

/** Returns the person's customer id, and the generation that the next attempt to create one uses. */
export async function prepareCustomer(
  db: Db,
  userId: UserId,
): Promise<{ customerId: string | null; generation: number }> {
  const [row] = await db
    .insert(stripeCustomers)
    .values({ userId, customerId: null, generation: 1 })
    .onConflictDoUpdate({ target: stripeCustomers.userId, set: { generation: sql`${stripeCustomers.generation}` } })
    .returning();
  return { customerId: row?.customerId ?? null, generation: row?.generation ?? 1 };
}

export async function nameCustomer(db: Db, userId: UserId, customerId: string): Promise<void> {
  await db.update(stripeCustomers).set({ customerId }).where(eq(stripeCustomers.userId, userId));
}

/** Forgets a customer whom Stripe deleted; the next checkout creates another one. */
export async function loseCustomer(db: Db, customerId: string): Promise<void> {
  await db
    .update(stripeCustomers)
    .set({ customerId: null, generation: sql`${stripeCustomers.generation} + 1` })
    .where(eq(stripeCustomers.customerId, customerId));
}

export async function deleteCustomer(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(stripeCustomers).where(eq(stripeCustomers.userId, userId));
}
