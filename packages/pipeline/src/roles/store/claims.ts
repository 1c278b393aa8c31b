import type { RoleId, ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from '@tally/infra/sql';
import { type Claim, claims, holdings, type MemberKey } from '../tables.ts';

/** Postgres limits the parameters of a statement. */
const ROWS_AT_ONCE = 1000;

export type NewClaim = MemberKey &
  Pick<Claim, 'roleId' | 'kind' | 'wish'> &
  Partial<Pick<Claim, 'reason' | 'until' | 'about' | 'reference'>>;

export type Cause = Pick<Claim, 'serverId' | 'userId' | 'roleId' | 'kind' | 'reason' | 'about'>;

const causeColumns = {
  serverId: claims.serverId,
  userId: claims.userId,
  roleId: claims.roleId,
  kind: claims.kind,
  reason: claims.reason,
  about: claims.about,
};

/** Returns the claims that lead to a change: new claims and repeated orders. */
export async function insertClaims(tx: Db, rows: readonly NewClaim[], madeAt: Date): Promise<Cause[]> {
  const news: Cause[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const page = rows.slice(from, from + ROWS_AT_ONCE);
    const isOrder = sql`excluded.wish <> 'held'`;
    const inserted = await tx
      .insert(claims)
      .values(page.map((row) => ({ reason: '', ...row, madeAt })))
      .onConflictDoUpdate({
        target: [claims.serverId, claims.userId, claims.roleId, claims.kind, claims.reason],
        set: {
          id: sql`default`,
          wish: sql`excluded.wish`,
          until: sql`excluded.until`,
          about: sql`excluded.about`,
          reference: sql`excluded.reference`,
        },
        setWhere: or(
          isOrder,
          sql`(${claims.wish}, ${claims.until}, ${claims.about}, ${claims.reference})
            is distinct from (excluded.wish, excluded.until, excluded.about, excluded.reference)`,
        ),
      })
      .returning({ ...causeColumns, isNews: sql<boolean>`xmax = 0 or wish <> 'held'` });
    news.push(...inserted.filter((row) => row.isNews));
  }
  return news;
}

export interface ClaimFilter {
  readonly kinds: readonly string[];
  readonly serverId?: ServerId | undefined;
  readonly userIds?: readonly UserId[] | undefined;
  readonly roleIds?: readonly RoleId[] | undefined;
  readonly reasons?: readonly string[] | undefined;
}

const matches = ({ kinds, serverId, userIds, roleIds, reasons }: ClaimFilter): SQL | undefined =>
  and(
    anyOf(claims.kind, kinds),
    serverId === undefined ? undefined : eq(claims.serverId, serverId),
    userIds && anyOf(claims.userId, userIds),
    roleIds && anyOf(claims.roleId, roleIds),
    reasons && anyOf(claims.reason, reasons),
  );

export async function deleteClaims(tx: Db, filter: ClaimFilter): Promise<Cause[]> {
  return await tx.delete(claims).where(matches(filter)).returning(causeColumns);
}

export async function deleteClaimsById(tx: Db, ids: readonly bigint[]): Promise<Cause[]> {
  const gone: Cause[] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const page = ids.slice(from, from + ROWS_AT_ONCE);
    gone.push(...(await tx.delete(claims).where(inArray(claims.id, page)).returning(causeColumns)));
  }
  return gone;
}

export async function overruleClaims(tx: Db, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(claims)
    .set({ isOverruled: true })
    .where(inArray(claims.id, [...ids]));
}

export async function listClaims(db: Db, filter: ClaimFilter): Promise<Claim[]> {
  return await db.select().from(claims).where(matches(filter)).orderBy(asc(claims.id));
}

const stillStands = (now: Date) => or(isNull(claims.until), gt(claims.until, now));

/** Returns all claims on these members that count now. */
export async function listClaimsFor(
  db: Db,
  serverId: ServerId,
  userIds: readonly UserId[],
  now: Date,
): Promise<Claim[]> {
  return await db
    .select()
    .from(claims)
    .where(and(eq(claims.serverId, serverId), anyOf(claims.userId, userIds), stillStands(now)))
    .orderBy(asc(claims.id));
}

export async function deleteEnded(tx: Db, now: Date, limit: number): Promise<Cause[]> {
  const ended = tx.select({ id: claims.id }).from(claims).where(lte(claims.until, now)).limit(limit);
  return await tx.delete(claims).where(inArray(claims.id, ended)).returning(causeColumns);
}

/** Deletes the orders for a member who has left, because they no longer apply. */
export async function deleteOrders(tx: Db, { serverId, userId }: MemberKey): Promise<void> {
  await tx
    .delete(claims)
    .where(and(eq(claims.serverId, serverId), eq(claims.userId, userId), inArray(claims.wish, ['given', 'taken'])));
}

const heldBy = and(
  eq(holdings.serverId, claims.serverId),
  eq(holdings.userId, claims.userId),
  eq(holdings.roleId, claims.roleId),
  eq(holdings.hasIt, true),
);

/** Returns the members with a role that one of these claims concerns. */
export async function listHolders(
  db: Db,
  filter: ClaimFilter,
): Promise<Pick<Claim, 'serverId' | 'userId' | 'roleId' | 'reason'>[]> {
  const { serverId, userId, roleId, reason } = claims;
  return await db
    .select({ serverId, userId, roleId, reason })
    .from(claims)
    .innerJoin(holdings, heldBy)
    .where(matches(filter))
    .orderBy(asc(userId));
}

/** Counts, per role of the server, the members who hold it through claims of the given kinds. */
export async function countHolders(
  db: Db,
  serverId: ServerId,
  kinds: readonly string[],
): Promise<{ roleId: RoleId; members: number }[]> {
  return await db
    .select({ roleId: claims.roleId, members: sql<number>`count(distinct ${claims.userId})::int` })
    .from(claims)
    .innerJoin(holdings, heldBy)
    .where(matches({ kinds, serverId }))
    .groupBy(claims.roleId);
}

export async function deleteClaimsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(claims).where(eq(claims.userId, userId));
}
