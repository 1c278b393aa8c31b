import type { RoleId, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import { changes, claims, holdings, type MemberKey, type RoleChange } from '../tables.ts';

export type NewChange = Omit<RoleChange, 'id' | 'doneAt' | 'isEchoed' | 'log' | 'batch'>;

export async function insertChange(db: Db, change: NewChange): Promise<bigint> {
  const [row] = await db.insert(changes).values(change).returning({ id: changes.id });
  return (row as { id: bigint }).id;
}

export async function deleteChange(db: Db, id: bigint): Promise<void> {
  await db.delete(changes).where(eq(changes.id, id));
}

/** If a log is named, a line for it still has to be posted. */
export async function finishChange(tx: Db, id: bigint, doneAt: Date, log: string | null): Promise<void> {
  await tx.update(changes).set({ doneAt, log }).where(eq(changes.id, id));
}

export interface Echo extends MemberKey {
  readonly roleId: RoleId;
  readonly isGiven: boolean;
  readonly kind: string;
  readonly since: Date;
}

/** Finds our change that Discord is reporting right now, if it is of this kind. Each change is found once. */
export async function claimEcho(
  tx: Db,
  { serverId, userId, roleId, isGiven, kind, since }: Echo,
): Promise<Pick<RoleChange, 'reason' | 'reference'> | null> {
  const [mine] = await tx
    .select({ id: changes.id, reason: changes.reason, reference: changes.reference })
    .from(changes)
    .where(
      and(
        eq(changes.serverId, serverId),
        eq(changes.userId, userId),
        eq(changes.roleId, roleId),
        eq(changes.isGiven, isGiven),
        eq(changes.kind, kind),
        eq(changes.isEchoed, false),
        gt(changes.madeAt, since),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(1);
  if (!mine) return null;
  await tx.update(changes).set({ isEchoed: true }).where(eq(changes.id, mine.id));
  return mine;
}

const untold = (serverId: ServerId, log: string) => and(eq(changes.serverId, serverId), eq(changes.log, log));

/**
 * Returns the batch that was started before, or a new one with the oldest lines. Returns null if there is nothing to
 * post. If another process put a line into a batch while we waited for its lock, the line stays in that batch.
 */
export async function nextBatch(
  tx: Db,
  about: { readonly newId: string; readonly serverId: ServerId; readonly log: string; readonly limit: number },
): Promise<{ id: string; lines: RoleChange[] } | null> {
  const of = untold(about.serverId, about.log);
  const [begun] = await tx
    .select({ batch: changes.batch })
    .from(changes)
    .where(and(of, isNotNull(changes.batch)))
    .limit(1);
  const waiting = await tx
    .select()
    .from(changes)
    .where(begun?.batch ? and(of, eq(changes.batch, begun.batch)) : and(of, isNull(changes.batch)))
    .orderBy(asc(changes.id))
    .limit(about.limit)
    .for('update');
  if (waiting.length === 0) return null;
  const id = begun?.batch ?? about.newId;
  const ids = waiting.map((line) => line.id);
  await tx.update(changes).set({ batch: id }).where(inArray(changes.id, ids));
  return { id, lines: waiting };
}

export async function finishBatch(db: Db, batch: string): Promise<void> {
  await db.update(changes).set({ log: null }).where(eq(changes.batch, batch));
}

/** Deletes the lines of a log that cannot be posted because its channel is gone or closed to the bot. */
export async function dropLines(db: Db, serverId: ServerId, log: string): Promise<void> {
  await db.update(changes).set({ log: null }).where(untold(serverId, log));
}

/** Returns the last roles of these kinds that were given or removed in a server, newest first. */
export async function listLastChanges(
  db: Db,
  {
    serverId,
    kinds,
    limit,
  }: { readonly serverId: ServerId; readonly kinds: readonly string[]; readonly limit: number },
): Promise<RoleChange[]> {
  return await db
    .select()
    .from(changes)
    .where(and(eq(changes.serverId, serverId), inArray(changes.kind, [...kinds]), isNotNull(changes.doneAt)))
    .orderBy(desc(changes.id))
    .limit(limit);
}

export async function deleteChangesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(changes).where(lt(changes.madeAt, before));
}

export async function deleteChangesOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(changes).where(eq(changes.userId, userId));
}

/** Returns the data stored here about a person. */
export async function listOfUser(db: Db, userId: UserId) {
  const { serverId, roleId, kind, isGiven, madeAt } = changes;
  return {
    claims: await db
      .select({ serverId: claims.serverId, roleId: claims.roleId, kind: claims.kind, until: claims.until })
      .from(claims)
      .where(eq(claims.userId, userId)),
    holdings: await db
      .select({ serverId: holdings.serverId, roleId: holdings.roleId, hasIt: holdings.hasIt })
      .from(holdings)
      .where(eq(holdings.userId, userId)),
    changes: await db
      .select({ serverId, roleId, kind, isGiven, madeAt })
      .from(changes)
      .where(and(eq(changes.userId, userId), isNotNull(changes.doneAt))),
  };
}

export async function deleteServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [claims, holdings, changes]) await tx.delete(table).where(sql`${table.serverId} = ${serverId}`);
}
