import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, gt } from '@tally/infra/sql';
import { type LinkRow, links } from '../tables.ts';

export async function saveLink(tx: Db, link: Omit<LinkRow, 'isWatched'>): Promise<void> {
  const { channelId, name, displayName } = link;
  await tx
    .insert(links)
    .values(link)
    .onConflictDoUpdate({ target: links.userId, set: { channelId, name, displayName } });
}

export async function findLink(db: Db, userId: UserId): Promise<LinkRow | null> {
  const [row] = await db.select().from(links).where(eq(links.userId, userId));
  return row ?? null;
}

export async function listLinks(db: Db, isWatched: boolean, limit: number): Promise<LinkRow[]> {
  return db.select().from(links).where(eq(links.isWatched, isWatched)).limit(limit);
}

export async function pageWatchedLinks(db: Db, after: string, limit: number): Promise<LinkRow[]> {
  return db
    .select()
    .from(links)
    .where(and(eq(links.isWatched, true), gt(links.userId, after as UserId)))
    .orderBy(asc(links.userId))
    .limit(limit);
}

export async function setWatched(tx: Db, userId: UserId, isWatched: boolean): Promise<void> {
  await tx.update(links).set({ isWatched }).where(eq(links.userId, userId));
}

export async function deleteLink(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(links).where(eq(links.userId, userId));
}
