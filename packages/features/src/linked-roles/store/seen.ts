import { randomUUID } from 'node:crypto';
import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Db, turnsOn } from '@tally/infra/db';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import { type Action, actions, baselines, logs, type NewAction, rules, seen, turns } from '../tables.ts';

interface Place {
  readonly serverId: ServerId;
  readonly userId: UserId;
}
const isOf = ({ serverId, userId }: Place) => and(eq(seen.serverId, serverId), eq(seen.userId, userId));

/** Events of one member are worked out one after the other. */
export async function lockMember(tx: Db, { serverId, userId }: Place): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`linked ${serverId} ${userId}`}, 0))`);
}

export async function findSeen(db: Db, place: Place): Promise<readonly RoleId[]> {
  const [row] = await db.select({ roleIds: seen.roleIds }).from(seen).where(isOf(place));
  return row?.roleIds ?? [];
}

/** Whoever has none of these roles needs no row. */
export async function saveSeen(tx: Db, place: Place, roleIds: readonly RoleId[]): Promise<void> {
  if (roleIds.length === 0) await tx.delete(seen).where(isOf(place));
  else
    await tx
      .insert(seen)
      .values({ ...place, roleIds: [...roleIds] })
      .onConflictDoUpdate({ target: [seen.serverId, seen.userId], set: { roleIds: [...roleIds] } });
}

/** A page of members at once, with what they have right now. */
export async function saveManySeen(
  tx: Db,
  serverId: ServerId,
  rows: readonly { readonly userId: UserId; readonly roleIds: readonly RoleId[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(seen)
    .values(rows.map(({ userId, roleIds }) => ({ serverId, userId, roleIds: [...roleIds] })))
    .onConflictDoUpdate({ target: [seen.serverId, seen.userId], set: { roleIds: sql`excluded.role_ids` } });
}

export async function addActions(tx: Db, serverId: ServerId, rows: readonly NewAction[], madeAt: Date): Promise<void> {
  if (rows.length > 0) await tx.insert(actions).values(rows.map((row) => ({ serverId, ...row, madeAt })));
}

/** The change of ours of which Discord tells right now, if it is one. It counts once. */
export async function takeEcho(
  tx: Db,
  about: Place & { roleId: RoleId; isGiven: boolean; since: Date },
): Promise<number | null> {
  const [mine] = await tx
    .select({ id: actions.id, depth: actions.depth })
    .from(actions)
    .where(
      and(
        eq(actions.serverId, about.serverId),
        eq(actions.userId, about.userId),
        eq(actions.roleId, about.roleId),
        eq(actions.isGiven, about.isGiven),
        eq(actions.isEchoed, false),
        // One whose end nobody saw was tried, and may be what is told.
        gt(actions.tries, 0),
        gt(actions.madeAt, about.since),
      ),
    )
    .orderBy(desc(actions.id))
    .limit(1);
  if (!mine) return null;
  await tx.update(actions).set({ isEchoed: true }).where(eq(actions.id, mine.id));
  return mine.depth;
}

export async function listDue(db: Db, serverId: ServerId, limit: number): Promise<Action[]> {
  return await db
    .select()
    .from(actions)
    .where(and(eq(actions.serverId, serverId), isNull(actions.doneAt)))
    .orderBy(asc(actions.id))
    .limit(limit);
}

export async function noteTry(db: Db, { id, tries }: Action): Promise<void> {
  await db
    .update(actions)
    .set({ tries: tries + 1 })
    .where(eq(actions.id, id));
}

export async function finish(tx: Db, { id }: Action, at: Date, isTold: boolean): Promise<void> {
  await tx.update(actions).set({ doneAt: at, isTold }).where(eq(actions.id, id));
}

/** Refused, or no longer possible: nothing more comes of it. */
export async function drop(tx: Db, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await tx.delete(actions).where(inArray(actions.id, [...ids]));
}

export async function dropDueOf(tx: Db, serverId: ServerId, roleId: RoleId): Promise<void> {
  await tx
    .delete(actions)
    .where(and(eq(actions.serverId, serverId), eq(actions.roleId, roleId), isNull(actions.doneAt)));
}

export const { takeTurn, keepTurn, endTurn } = turnsOn(turns);

const untold = (serverId: ServerId) =>
  and(eq(actions.serverId, serverId), isNotNull(actions.doneAt), eq(actions.isTold, false));

/** The batch that was begun before, or a new one of the oldest. Null: there is nothing to tell. */
export async function takeBatch(
  tx: Db,
  serverId: ServerId,
  limit: number,
): Promise<{ id: string; lines: Action[] } | null> {
  const waiting = await tx
    .select()
    .from(actions)
    .where(untold(serverId))
    .orderBy(asc(actions.id))
    .limit(200)
    .for('update');
  const begun = waiting.find(({ batch }) => batch !== null)?.batch;
  if (begun) return { id: begun, lines: waiting.filter(({ batch }) => batch === begun) };
  const lines = waiting.slice(0, limit);
  if (lines.length === 0) return null;
  const id = randomUUID();
  const ids = lines.map((line) => line.id);
  await tx.update(actions).set({ batch: id }).where(inArray(actions.id, ids));
  return { id, lines };
}

export async function finishBatch(db: Db, batch: string): Promise<void> {
  await db.update(actions).set({ isTold: true }).where(eq(actions.batch, batch));
}

export async function dropNews(tx: Db, serverId: ServerId): Promise<void> {
  await tx.update(actions).set({ isTold: true }).where(untold(serverId));
}

export async function pruneDone(db: Db, before: Date): Promise<void> {
  await db.delete(actions).where(lt(actions.madeAt, before));
}

export async function forgetMember(tx: Db, { serverId, userId }: Place): Promise<void> {
  await tx.delete(seen).where(isOf({ serverId, userId }));
  await tx
    .delete(actions)
    .where(and(eq(actions.serverId, serverId), eq(actions.userId, userId), isNull(actions.doneAt)));
}

export async function forgetServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [rules, logs, seen, baselines, actions, turns])
    await tx.delete(table).where(eq(table.serverId, serverId));
}

export async function forgetUserRows(tx: Db, userId: UserId): Promise<void> {
  for (const table of [seen, actions]) await tx.delete(table).where(eq(table.userId, userId));
}

export async function listOfUser(db: Db, userId: UserId) {
  const { serverId, roleId, isGiven, madeAt } = actions;
  return {
    seen: await db.select({ serverId: seen.serverId, roleIds: seen.roleIds }).from(seen).where(eq(seen.userId, userId)),
    actions: await db.select({ serverId, roleId, isGiven, madeAt }).from(actions).where(eq(actions.userId, userId)),
  };
}
