import type { Locale, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from '@tally/infra/sql';
import { users } from '../tables.ts';

export type Person = typeof users.$inferSelect;

/** What Discord sends about a person at login. */
export type Profile = Pick<
  Person,
  'id' | 'username' | 'globalName' | 'discriminator' | 'avatar' | 'banner' | 'accentColor' | 'email'
>;

/** Stores what Discord sent; all other fields of a known person stay unchanged. */
export async function savePerson(db: Db, profile: Profile, now: Date): Promise<Person> {
  const { id: _, ...told } = profile;
  const [saved] = await db
    .insert(users)
    .values({ ...profile, badges: 0n, isBlacklisted: false, createdAt: now, lastLoginAt: now })
    .onConflictDoUpdate({ target: users.id, set: { ...told, lastLoginAt: now } })
    .returning();
  if (!saved) throw new Error('an upsert answered no row');
  return saved;
}

/** Leaves a known person unchanged. Returns true for a new one. */
export async function saveIfNew(db: Db, profile: Profile, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .insert(users)
    .values({ ...profile, badges: 0n, isBlacklisted: false, createdAt: now, lastLoginAt: now })
    .onConflictDoNothing({ target: users.id });
  return (rowCount ?? 0) > 0;
}

export async function findPerson(db: Db, userId: UserId): Promise<Person | null> {
  const [found] = await db.select().from(users).where(eq(users.id, userId));
  return found ?? null;
}

/** Returns which of these people are banned. */
export async function listBlacklisted(db: Db, userIds: readonly UserId[]): Promise<UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), eq(users.isBlacklisted, true)));
  return rows.map(({ id }) => id as UserId);
}

export async function setBadges(db: Db, userId: UserId, change: { add: bigint; remove: bigint }): Promise<void> {
  await db
    .update(users)
    .set({ badges: sql`(${users.badges} | ${change.add}) & ~${change.remove}::bigint` })
    .where(eq(users.id, userId));
}

/** Grants the badge, unless another person already has it. */
export async function claimBadge(db: Db, userId: UserId, badge: bigint): Promise<void> {
  await db
    .update(users)
    .set({ badges: sql`${users.badges} | ${badge}` })
    .where(
      sql`${users.id} = ${userId} and not exists (select 1 from users as other where other.badges & ${badge} <> 0)`,
    );
}

export async function setLocale(db: Db, userId: UserId, locale: Locale): Promise<void> {
  await db.update(users).set({ locale }).where(eq(users.id, userId));
}

export async function setNewsByEmail(db: Db, userId: UserId, newsByEmail: boolean): Promise<void> {
  await db.update(users).set({ newsByEmail }).where(eq(users.id, userId));
}

export async function setBlacklisted(tx: Db, userId: UserId, isBlacklisted: boolean): Promise<void> {
  await tx.update(users).set({ isBlacklisted }).where(eq(users.id, userId));
}

export interface Addressed {
  readonly userId: UserId;
  readonly username: string;
  readonly email: string;
  readonly wantsNews: boolean;
}

/** Lists people with an email address, by id. `search` matches part of a name, an id, or a whole address. */
export async function listAddressed(
  db: Db,
  about: { search: string; limit: number; after: string | undefined; wantsNews: boolean },
): Promise<Addressed[]> {
  const { search, limit, after, wantsNews } = about;
  const isMeant = or(
    eq(users.id, search),
    sql`lower(${users.email}) = lower(${search})`,
    sql`position(lower(${search}) in lower(${users.username})) > 0`,
  );
  return await db
    .select({
      userId: sql<UserId>`${users.id}`,
      username: users.username,
      email: sql<string>`${users.email}`,
      wantsNews: users.newsByEmail,
    })
    .from(users)
    .where(
      and(
        isNotNull(users.email),
        wantsNews ? eq(users.newsByEmail, true) : undefined,
        after === undefined ? undefined : gt(users.id, after),
        search === '' ? undefined : isMeant,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
}

/** Returns false if the person did not exist. */
export async function deletePerson(db: Db, userId: UserId): Promise<boolean> {
  const { rowCount } = await db.delete(users).where(eq(users.id, userId));
  return (rowCount ?? 0) > 0;
}

/** Locks the person until the end of the transaction. Returns whether they exist. */
export async function holdPerson(tx: Db, userId: UserId): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  return rows.length > 0;
}

export async function namesOf(db: Db, userIds: readonly UserId[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...userIds])})`);
  return new Map(rows.map((row) => [row.id, row.username]));
}

export type FaceRow = Pick<Person, 'id' | 'username' | 'avatar' | 'badges'>;
const face = { id: users.id, username: users.username, avatar: users.avatar, badges: users.badges };

/** Returns the names and avatars that other people see. */
export async function listFaces(db: Db, userIds: readonly UserId[]): Promise<readonly FaceRow[]> {
  if (userIds.length === 0) return [];
  return await db
    .select(face)
    .from(users)
    .where(inArray(users.id, [...userIds]));
}

const MOST_MARKED = 50;

/** Lists people with any of these badges first, then the newest. */
export async function listNewest(db: Db, badges: bigint, limit: number): Promise<readonly FaceRow[]> {
  const hasBadge = sql`(${users.badges} & ${badges}) <> 0`;
  const [marked, newest] = await Promise.all([
    db.select(face).from(users).where(hasBadge).orderBy(desc(users.createdAt)).limit(MOST_MARKED),
    db.select(face).from(users).where(sql`not ${hasBadge}`).orderBy(desc(users.createdAt)).limit(limit),
  ]);
  return [...marked, ...newest];
}

/** Lists people whose name contains these letters, the latest login first. */
export async function listNamed(db: Db, letters: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`position(lower(${letters}) in lower(${users.username})) > 0 or position(lower(${letters}) in lower(coalesce(${users.globalName}, ''))) > 0`,
    )
    .orderBy(sql`${users.lastLoginAt} desc nulls last`)
    .limit(limit);
  return rows.map((row) => row.id);
}

export const countPeople = async (db: Db): Promise<number> => await db.$count(users);
