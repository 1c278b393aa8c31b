import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, count, eq, inArray, isNull, lte, max, or, sql } from '@tally/infra/sql';
import type { MemberKey } from '@tally/pipeline/roles';
import type { SettingsTx } from '../../settings/index.ts';
import { type MemberRow, members, settings } from '../tables.ts';

const isAt = ({ serverId, userId }: MemberKey) => and(eq(members.serverId, serverId), eq(members.userId, userId));

export async function findMember(db: Db, place: MemberKey): Promise<MemberRow | null> {
  const [row] = await db.select().from(members).where(isAt(place));
  return row ?? null;
}

/**
 * Stores the member and claims their check. False if another process has the claim. A call during the check sets the
 * next check to before the claim's end.
 */
export async function claimTurn(db: Db, place: MemberKey, now: Date, until: Date): Promise<boolean> {
  const taken = await db
    .insert(members)
    .values({ ...place, checkAt: until, busyUntil: until })
    .onConflictDoUpdate({
      target: [members.serverId, members.userId],
      set: { checkAt: until, busyUntil: until },
      setWhere: or(isNull(members.busyUntil), lte(members.busyUntil, now)),
    })
    .returning({ userId: members.userId });
  return taken.length > 0;
}

/** Returns true if a call came during this check and no other process is about to handle it. */
export async function endTurn(
  db: Db,
  place: MemberKey,
  { now, until, next }: { readonly now: Date; readonly until: Date; readonly next: Date | null },
): Promise<boolean> {
  const wasCalled = sql`${members.checkAt} <> ${until.toISOString()}::timestamptz`;
  const [row] = await db
    .update(members)
    .set({
      busyUntil: null,
      ...(next && {
        checkedAt: now,
        checkAt: sql`case when ${wasCalled} then ${members.checkAt} else ${next.toISOString()}::timestamptz end`,
      }),
    })
    .where(isAt(place))
    .returning({ checkAt: members.checkAt });
  return row !== undefined && row.checkAt <= now;
}

export async function noteName(db: Db, place: MemberKey, namedAs: string): Promise<void> {
  await db.update(members).set({ namedAs }).where(isAt(place));
}

/** Schedules checks of these members, or moves scheduled ones forward. */
export async function callMembers(tx: Db, places: readonly MemberKey[], at: Date): Promise<void> {
  if (places.length === 0) return;
  await tx
    .insert(members)
    .values(places.map(({ serverId, userId }) => ({ serverId, userId, checkAt: at })))
    .onConflictDoUpdate({
      target: [members.serverId, members.userId],
      set: { checkAt: sql`least(${members.checkAt}, excluded.check_at)` },
    });
}

/** Moves forward the checks of all members of a server, or those of one person in all known servers. */
export async function callKnown(
  tx: Db,
  about: { readonly serverId: ServerId } | { readonly userId: UserId; readonly serverIds?: readonly ServerId[] },
  at: Date,
): Promise<number> {
  const whose =
    'userId' in about
      ? and(
          eq(members.userId, about.userId),
          about.serverIds ? inArray(members.serverId, [...about.serverIds]) : undefined,
        )
      : eq(members.serverId, about.serverId);
  const called = await tx
    .update(members)
    .set({ checkAt: sql`least(${members.checkAt}, ${at.toISOString()}::timestamptz)` })
    .where(whose)
    .returning({ userId: members.userId });
  return called.length;
}

/** Claims due members by postponing them, so the next run does not find them again during the check. */
export async function leaseDue(db: Db, now: Date, again: Date, limit: number): Promise<MemberKey[]> {
  const due = db
    .select({ serverId: members.serverId, userId: members.userId })
    .from(members)
    .where(lte(members.checkAt, now))
    .orderBy(asc(members.checkAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return await db
    .update(members)
    .set({ checkAt: again })
    .where(sql`(${members.serverId}, ${members.userId}) in ${due}`)
    .returning({ serverId: members.serverId, userId: members.userId });
}

/** Runs at the end of a check. Forgets the member only if no call came since it began. */
export async function forgetMember(tx: Db, place: MemberKey, until?: Date): Promise<void> {
  await tx.delete(members).where(and(isAt(place), until && eq(members.checkAt, until)));
}

export async function describeMembers(
  db: Db,
  serverId: ServerId,
): Promise<{ members: number; lastCheck: Date | null }> {
  const [row] = await db
    .select({ members: count(), lastCheck: max(members.checkedAt) })
    .from(members)
    .where(eq(members.serverId, serverId));
  return { members: row?.members ?? 0, lastCheck: row?.lastCheck ?? null };
}

export async function listOfUser(db: Db, userId: UserId): Promise<MemberRow[]> {
  return await db.select().from(members).where(eq(members.userId, userId));
}

export async function forgetUserRows(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(members).where(eq(members.userId, userId));
}

export async function forgetServerRows(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [members, settings]) await tx.delete(table).where(eq(table.serverId, serverId));
}

export async function findSyncUsername(db: Db, serverId: ServerId): Promise<boolean | null> {
  const [row] = await db.select().from(settings).where(eq(settings.serverId, serverId));
  return row?.syncUsername ?? null;
}

export async function saveSyncUsername(
  tx: SettingsTx,
  serverId: ServerId,
  syncUsername: boolean | null,
): Promise<void> {
  await tx
    .insert(settings)
    .values({ serverId, syncUsername })
    .onConflictDoUpdate({ target: settings.serverId, set: { syncUsername } });
}
