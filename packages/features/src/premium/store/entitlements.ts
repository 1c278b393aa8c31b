import type { Holder, ServerId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, desc, eq, lt, or, sql } from '@tally/infra/sql';
import { type EntitlementRow, entitlements, type Source, serverPremiums } from '../tables.ts';

export async function listEntitlements(db: Db, holder: Holder, ids: readonly string[]): Promise<EntitlementRow[]> {
  if (ids.length === 0) return [];
  // Binds one array for any number of servers, because a fan-out passes thousands at once.
  return await db
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.holder, holder), sql`${entitlements.holderId} = any(${sql.param([...ids])}::text[])`));
}

export interface EntitlementKey {
  readonly holder: Holder;
  readonly holderId: string;
  readonly source: Source;
  readonly sourceId: string;
}

const isKey = (key: EntitlementKey) =>
  and(
    eq(entitlements.holder, key.holder),
    eq(entitlements.holderId, key.holderId),
    eq(entitlements.source, key.source),
    eq(entitlements.sourceId, key.sourceId),
  );

export async function findEntitlement(db: Db, key: EntitlementKey): Promise<EntitlementRow | null> {
  const [found] = await db.select().from(entitlements).where(isKey(key));
  return found ?? null;
}

/** Keeps the original start. */
export async function saveEntitlement(tx: Db, row: EntitlementRow): Promise<void> {
  const { tierId, extras, bitfield } = row;
  await tx
    .insert(entitlements)
    .values(row)
    .onConflictDoUpdate({
      target: [entitlements.holder, entitlements.holderId, entitlements.source, entitlements.sourceId],
      set: { tierId, extras, bitfield },
    });
}

export async function deleteEntitlement(tx: Db, key: EntitlementKey): Promise<boolean> {
  const { rowCount } = await tx.delete(entitlements).where(isKey(key));
  return (rowCount ?? 0) > 0;
}

export async function deleteOfHolder(tx: Db, holder: Holder, holderId: string, source: Source): Promise<void> {
  await tx
    .delete(entitlements)
    .where(and(eq(entitlements.holder, holder), eq(entitlements.holderId, holderId), eq(entitlements.source, source)));
}

export async function findServerPremium(db: Db, userId: UserId) {
  const [found] = await db.select().from(serverPremiums).where(eq(serverPremiums.userId, userId));
  return found ?? null;
}

/** Locks the person's row, so two concurrent moves happen one after the other. */
export async function lockServerPremium(tx: Db, userId: UserId): Promise<typeof serverPremiums.$inferSelect | null> {
  await lockOn(tx, `server premium ${userId}`);
  return await findServerPremium(tx, userId);
}

export async function saveServerPremium(
  tx: Db,
  userId: UserId,
  { serverId, movedAt }: { serverId: ServerId | null; movedAt: Date },
): Promise<void> {
  await tx
    .insert(serverPremiums)
    .values({ userId, serverId, movedAt })
    .onConflictDoUpdate({ target: serverPremiums.userId, set: { serverId, movedAt } });
}

export async function deleteServerPremium(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(serverPremiums).where(eq(serverPremiums.userId, userId));
}

export async function dropServerOfPremiums(tx: Db, serverId: ServerId): Promise<void> {
  await tx.update(serverPremiums).set({ serverId: null }).where(eq(serverPremiums.serverId, serverId));
}

export interface HeldPage {
  readonly type?: Holder | undefined;
  /** Limits the list to these holders. Undefined lists all. */
  readonly ids?: readonly string[] | undefined;
  readonly after?: Pick<EntitlementRow, 'since' | 'holderId' | 'source' | 'sourceId'> | undefined;
  readonly limit: number;
}

/** Lists all holders, latest first. A holder's sources are listed together. */
export async function listHeldRows(db: Db, { type, ids, after, limit }: HeldPage): Promise<EntitlementRow[]> {
  const isLater =
    after &&
    or(
      lt(entitlements.since, after.since),
      and(
        eq(entitlements.since, after.since),
        sql`(${entitlements.holderId}, ${entitlements.source}, ${entitlements.sourceId}) > (${after.holderId}, ${after.source}, ${after.sourceId})`,
      ),
    );
  return await db
    .select()
    .from(entitlements)
    .where(
      and(
        type && eq(entitlements.holder, type),
        ids && sql`${entitlements.holderId} = any(${sql.param([...ids])}::text[])`,
        isLater,
      ),
    )
    .orderBy(desc(entitlements.since), asc(entitlements.holderId), asc(entitlements.source), asc(entitlements.sourceId))
    .limit(limit);
}
