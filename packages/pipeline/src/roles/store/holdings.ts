import type { RoleId, ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, isNotNull, isNull, lte, notExists, or, sql } from '@tally/infra/sql';
import { claims, type Holding, holdings, type MemberKey } from '../tables.ts';
import type { Cause } from './claims.ts';

const ROWS_AT_ONCE = 1000;

/** Without role ids, all roles of the member are meant. */
export interface MemberRoles extends MemberKey {
  readonly roleIds?: readonly RoleId[] | undefined;
}

type Key = Pick<Holding, 'serverId' | 'userId' | 'roleId'>;

const at = ({ serverId, userId, roleId }: Key) =>
  and(eq(holdings.serverId, serverId), eq(holdings.userId, userId), eq(holdings.roleId, roleId));
const of = ({ serverId, userId, roleIds }: MemberRoles) =>
  and(eq(holdings.serverId, serverId), eq(holdings.userId, userId), roleIds && anyOf(holdings.roleId, roleIds));

const keyOf = ({ serverId, userId, roleId }: Key): string => `${serverId} ${userId} ${roleId}`;

/** Marks these roles as due. A process that is changing one of them notices this. */
export async function callHoldings(tx: Db, causes: readonly Cause[], now: Date): Promise<void> {
  const each = new Map(causes.map((cause) => [keyOf(cause), cause]));
  // All transactions use the same order, because two could otherwise deadlock.
  const rows = [...each.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cause]) => cause);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insert(holdings)
      .values(rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, dueAt: now })))
      .onConflictDoUpdate({
        target: [holdings.serverId, holdings.userId, holdings.roleId],
        set: { dueAt: now, calls: sql`${holdings.calls} + 1`, isForgotten: false },
      });
  }
}

const dueNow = (now: Date) => ({ dueAt: now, calls: sql`${holdings.calls} + 1` });

/** Marks the claimed roles of a member as due. */
export async function callMember(db: Db, whose: MemberRoles, now: Date): Promise<void> {
  await db.update(holdings).set(dueNow(now)).where(of(whose));
}

/** Marks these roles as due for every member who has, or should have, one of them. */
export async function callRoles(tx: Db, serverId: ServerId, roleIds: readonly RoleId[], now: Date): Promise<void> {
  await tx
    .update(holdings)
    .set(dueNow(now))
    .where(and(eq(holdings.serverId, serverId), anyOf(holdings.roleId, roleIds)));
}

/** Adds missing holdings, because claims take effect only through them. */
export async function addMissingHoldings(tx: Db, serverId: ServerId, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into role_holdings (server_id, user_id, role_id, kind, reason, about, due_at)
    select distinct on (user_id, role_id) server_id, user_id, role_id, kind, reason, about, ${now.toISOString()}::timestamptz
      from role_claims where server_id = ${serverId}
     order by user_id, role_id, id
    on conflict do nothing`);
}

interface Lease {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
  readonly userId?: UserId;
  readonly roleIds?: readonly RoleId[] | undefined;
}

/** Leases due roles, longest waiting first. Until the lease ends, no other process changes them. */
export async function leaseDue(db: Db, serverId: ServerId, about: Lease): Promise<Holding[]> {
  const { now, until, limit, userId, roleIds } = about;
  const due = db
    .select({ serverId: holdings.serverId, userId: holdings.userId, roleId: holdings.roleId })
    .from(holdings)
    .where(
      and(
        eq(holdings.serverId, serverId),
        userId === undefined ? undefined : eq(holdings.userId, userId),
        roleIds && anyOf(holdings.roleId, roleIds),
        lte(holdings.dueAt, now),
        or(isNull(holdings.busyUntil), lte(holdings.busyUntil, now)),
      ),
    )
    .orderBy(asc(holdings.dueAt), asc(holdings.userId), asc(holdings.roleId))
    .limit(limit)
    .for('update', { skipLocked: true });
  return await db
    .update(holdings)
    .set({ busyUntil: until })
    .where(sql`(${holdings.serverId}, ${holdings.userId}, ${holdings.roleId}) in ${due}`)
    .returning();
}

export async function isBusy(db: Db, whose: MemberRoles, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ roleId: holdings.roleId })
    .from(holdings)
    .where(and(of(whose), sql`${holdings.busyUntil} > ${now.toISOString()}::timestamptz`))
    .limit(1);
  return row !== undefined;
}

/** Releases these roles, which stay due for the next process. */
export async function releaseHoldings(db: Db, rows: readonly Holding[]): Promise<void> {
  for (const row of rows) await db.update(holdings).set({ busyUntil: null }).where(at(row));
}

/** Makes these roles due again at that time. New calls make them due immediately. */
export async function postponeHoldings(db: Db, rows: readonly Holding[], until: Date): Promise<void> {
  for (const row of rows) await db.update(holdings).set({ busyUntil: null, dueAt: until }).where(at(row));
}

/** Records the attempt before the call to Discord, so after a crash we know that the role may be ours. */
export async function noteTry(db: Db, holding: Holding, busyUntil: Date): Promise<void> {
  await db
    .update(holdings)
    .set({ tries: holding.tries + 1, busyUntil })
    .where(at(holding));
}

const isUnclaimed = (tx: Db) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(claims)
      .where(
        and(
          eq(claims.serverId, holdings.serverId),
          eq(claims.userId, holdings.userId),
          eq(claims.roleId, holdings.roleId),
        ),
      ),
  );

type Found = Pick<Holding, 'hasIt' | 'isOurs'> & Partial<Pick<Holding, 'kind' | 'reason' | 'about'>>;

/** Marks the role as settled. It stays due if new calls came, and is deleted if no claim remains. */
export async function finishHolding(tx: Db, holding: Holding, found: Found): Promise<void> {
  const isUnchanged = sql`${holdings.calls} = ${holding.calls}`;
  await tx
    .update(holdings)
    .set({
      ...found,
      tries: 0,
      busyUntil: null,
      dueAt: sql`case when ${isUnchanged} then null else ${holdings.dueAt} end`,
    })
    .where(at(holding));
  if (found.hasIt && found.isOurs) return;
  await tx.delete(holdings).where(and(at(holding), isUnchanged, isUnclaimed(tx)));
}

/** Parks a role that cannot be changed now. The next comparison checks whether the cause is gone. */
export async function parkRole(tx: Db, { serverId, roleId }: Pick<Holding, 'serverId' | 'roleId'>): Promise<void> {
  await tx
    .update(holdings)
    .set({ dueAt: null, busyUntil: null })
    .where(and(eq(holdings.serverId, serverId), eq(holdings.roleId, roleId)));
}

/** Discord refused the attempt, so it is no evidence that the role is ours. */
export async function forgetTries(tx: Db, holding: Holding): Promise<void> {
  await tx.update(holdings).set({ tries: holding.tries }).where(at(holding));
}

/** Records that the member left and lost their roles. Their claims count again if they return. */
export async function noteAbsent(tx: Db, place: MemberKey): Promise<void> {
  await tx
    .update(holdings)
    .set({ hasIt: false, isOurs: false, tries: 0, dueAt: null, busyUntil: null })
    .where(of(place));
  await tx.delete(holdings).where(and(of(place), isUnclaimed(tx)));
}

export async function listHoldings(db: Db, serverId: ServerId): Promise<Holding[]> {
  return await db.select().from(holdings).where(eq(holdings.serverId, serverId));
}

export async function noteChecked(tx: Db, serverId: ServerId, userIds: readonly UserId[], now: Date): Promise<void> {
  await tx
    .update(holdings)
    .set({ checkedAt: now })
    .where(and(eq(holdings.serverId, serverId), anyOf(holdings.userId, userIds)));
}

/** Returns servers with due work that no process has leased. */
export async function listDueServers(db: Db, now: Date): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: holdings.serverId })
    .from(holdings)
    .where(and(lte(holdings.dueAt, now), or(isNull(holdings.busyUntil), lte(holdings.busyUntil, now))));
  return rows.map((row) => row.serverId);
}

export async function listServersWithRoles(db: Db): Promise<ServerId[]> {
  const held = await db.selectDistinct({ serverId: holdings.serverId }).from(holdings);
  return held.map((row) => row.serverId);
}

/** Deletes roles that are not ours immediately. Roles that we gave are removed later, without a record. */
export async function forgetHoldingsOf(tx: Db, userId: UserId): Promise<void> {
  const isTheirs = and(eq(holdings.isOurs, false), eq(holdings.tries, 0));
  await tx.delete(holdings).where(and(eq(holdings.userId, userId), isTheirs));
  await tx.update(holdings).set({ isForgotten: true }).where(eq(holdings.userId, userId));
}

export async function listServersOf(db: Db, userId: UserId): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: holdings.serverId })
    .from(holdings)
    .where(eq(holdings.userId, userId));
  return rows.map((row) => row.serverId);
}

/** Call this only where no other process can be running. */
export async function releaseAllRoles(db: Db): Promise<void> {
  await db.update(holdings).set({ busyUntil: null }).where(isNotNull(holdings.busyUntil));
}
