import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, gt, inArray, lt, ne, or } from '@tally/infra/sql';
import { users } from '../account/index.ts';
import { sessions } from './tables.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** A session expires at its own end, or if it was not used since `idleSince`. */
export interface Limits {
  readonly now: Date;
  readonly idleSince: Date;
}
const isOpen = ({ now, idleSince }: Limits) => and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince));

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/** Loads a session and its person with one indexed query. */
export async function findOpenSession(db: Db, tokenHash: string, limits: Limits) {
  const [found] = await db
    .select({
      id: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      userId: users.id,
      badges: users.badges,
      locale: users.locale,
      isBlacklisted: users.isBlacklisted,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpen(limits)));
  return found ?? null;
}

/** Skips the update if a later use was recorded. */
export async function touchSession(db: Db, id: string, at: { now: Date; notSince: Date }): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: at.now })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, at.notSince)));
}

export async function listOpenSessions(db: Db, userId: UserId, limits: Limits): Promise<readonly SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen(limits)))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Returns the hash of the session's token, or null if the person has no such session. */
export async function deleteSession(db: Db, userId: UserId, id: string): Promise<string | null> {
  const [gone] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ tokenHash: sessions.tokenHash });
  return gone?.tokenHash ?? null;
}

/** Deletes all sessions but the given one. Returns the hashes of their tokens. */
export async function deleteSessions(db: Db, userId: UserId, keep: string | null): Promise<readonly string[]> {
  const ofPerson = eq(sessions.userId, userId);
  const gone = await db
    .delete(sessions)
    .where(keep === null ? ofPerson : and(ofPerson, ne(sessions.id, keep)))
    .returning({ tokenHash: sessions.tokenHash });
  return gone.map((row) => row.tokenHash);
}

/** Deletes all sessions but the most recently used ones. Returns the hashes of their tokens. */
export async function deleteOldest(db: Db, userId: UserId, kept: number): Promise<readonly string[]> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(kept);
  const gone = await db
    .delete(sessions)
    .where(inArray(sessions.id, oldest))
    .returning({ tokenHash: sessions.tokenHash });
  return gone.map((row) => row.tokenHash);
}

export async function deleteOverSessions(db: Db, { now, idleSince }: Limits): Promise<number> {
  const gone = await db
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastSeenAt, idleSince)))
    .returning({ id: sessions.id });
  return gone.length;
}
