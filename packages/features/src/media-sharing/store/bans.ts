import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, or, sql } from '@tally/infra/sql';
import { type BanRow, bans } from '../tables.ts';

/** Stores a ban once. Returns whether it is new. */
export async function insertBan(tx: Db, row: BanRow): Promise<boolean> {
  const rows = await tx.insert(bans).values(row).onConflictDoNothing().returning({ id: bans.id });
  return rows.length > 0;
}

export async function deleteBan(tx: Db, ownerId: UserId, id: string): Promise<BanRow | null> {
  const [row] = await tx
    .delete(bans)
    .where(and(eq(bans.ownerId, ownerId), eq(bans.id, id)))
    .returning();
  return row ?? null;
}

export async function deleteBanOf(
  tx: Db,
  { ownerId, kind, place, targetId }: Pick<BanRow, 'ownerId' | 'kind' | 'place' | 'targetId'>,
): Promise<boolean> {
  const rows = await tx
    .delete(bans)
    .where(and(eq(bans.ownerId, ownerId), eq(bans.kind, kind), eq(bans.place, place), eq(bans.targetId, targetId)))
    .returning({ id: bans.id });
  return rows.length > 0;
}

export async function findBannedPerson(db: Db, ownerId: UserId, place: string, name: string): Promise<BanRow | null> {
  const [row] = await db
    .select()
    .from(bans)
    .where(
      and(
        eq(bans.ownerId, ownerId),
        eq(bans.kind, 'person'),
        eq(bans.place, place),
        sql`(lower(${bans.name}) = ${name.toLowerCase()} or ${bans.targetId} = ${name})`,
      ),
    );
  return row ?? null;
}

const isOne = (kind: BanRow['kind'], place: string, targetId: string) =>
  and(eq(bans.kind, kind), eq(bans.place, place), eq(bans.targetId, targetId));

/** Finds a ban of the person, the video or its channel. */
export async function findBan(
  db: Db,
  ownerId: UserId,
  about: {
    /** The platform and id of each of the person's accounts. */
    readonly person: readonly (readonly [place: string, id: string])[];
    readonly provider: string;
    readonly videoId: string;
    readonly channelId: string | null;
  },
): Promise<BanRow['kind'] | null> {
  const { person, provider, videoId, channelId } = about;
  const [row] = await db
    .select({ kind: bans.kind })
    .from(bans)
    .where(
      and(
        eq(bans.ownerId, ownerId),
        or(
          ...person.map(([place, id]) => isOne('person', place, id)),
          isOne('video', provider, videoId),
          isOne('channel', provider, channelId ?? ''),
        ),
      ),
    )
    .orderBy(sql`${bans.kind} = 'person' desc`)
    .limit(1);
  return row?.kind ?? null;
}

export async function findBanById(db: Db, ownerId: UserId, id: string): Promise<BanRow | null> {
  const [row] = await db
    .select()
    .from(bans)
    .where(and(eq(bans.ownerId, ownerId), eq(bans.id, id)));
  return row ?? null;
}

export async function listBans(
  db: Db,
  ownerId: UserId,
  { after, limit }: { readonly after: Pick<BanRow, 'bannedAt' | 'id'> | null; readonly limit: number },
): Promise<BanRow[]> {
  const cursor = after
    ? sql`(${bans.bannedAt}, ${bans.id}) < (${after.bannedAt.toISOString()}::timestamptz, ${after.id})`
    : undefined;
  return await db
    .select()
    .from(bans)
    .where(and(eq(bans.ownerId, ownerId), cursor))
    .orderBy(desc(bans.bannedAt), desc(bans.id))
    .limit(limit);
}

export async function listBannedNames(db: Db, ownerId: UserId): Promise<string[]> {
  const rows = await db
    .select({ name: bans.name, id: bans.targetId })
    .from(bans)
    .where(and(eq(bans.ownerId, ownerId), eq(bans.kind, 'person')))
    .orderBy(desc(bans.bannedAt))
    .limit(500);
  return rows.map(({ name, id }) => name ?? id);
}

export async function forgetBanner(tx: Db, userId: UserId): Promise<void> {
  await tx.update(bans).set({ bannedBy: null }).where(eq(bans.bannedBy, userId));
}

/** Deletes the person's name from the ban. The ban itself stays, or deleting the account would lift it. */
export async function forgetBannedName(tx: Db, place: string, targetId: string): Promise<void> {
  await tx
    .update(bans)
    .set({ name: null })
    .where(and(eq(bans.kind, 'person'), eq(bans.place, place), eq(bans.targetId, targetId)));
}
