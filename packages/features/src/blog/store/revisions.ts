import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, lte, sql } from '@tally/infra/sql';
import { revisions } from '../tables.ts';

const { postId, revision, savedAt, savedBy, text } = revisions;

export async function insertRevision(tx: Db, row: typeof revisions.$inferInsert): Promise<void> {
  await tx.insert(revisions).values(row);
}

export async function deleteRevisionsUpTo(tx: Db, post: bigint, last: number): Promise<void> {
  await tx.delete(revisions).where(and(eq(postId, post), lte(revision, last)));
}

/** Lists the newest revisions first, without their contents. */
export const listRevisions = async (db: Db, post: bigint) =>
  await db
    .select({ revision, savedAt, savedBy, title: sql<string>`${text} ->> 'title'` })
    .from(revisions)
    .where(eq(postId, post))
    .orderBy(desc(revision));

export async function findRevision(db: Db, post: bigint, number: number): Promise<unknown> {
  const [row] = await db
    .select({ text })
    .from(revisions)
    .where(and(eq(postId, post), eq(revision, number)));
  return row?.text ?? null;
}

export async function forgetSaver(tx: Db, userId: UserId): Promise<void> {
  await tx.update(revisions).set({ savedBy: null }).where(eq(savedBy, userId));
}
