import { type Db, lockOn } from '@tally/infra/db';
import { and, desc, eq, lt, lte, or, type SQL, sql } from '@tally/infra/sql';
import { type NewPost, oldNames, type PostRow, posts } from '../tables.ts';

const { identifier, isPinned, isPublic, publishAt, createdAt, editedAt, id } = posts;

/** Selects posts that are public now. */
const isRead = (now: Date): SQL | undefined => and(eq(isPublic, true), lte(publishAt, now));

export interface ReadPage {
  readonly now: Date;
  readonly tag?: string | undefined;
  readonly limit?: number | undefined;
  readonly after?: PostRow | undefined;
}

/** Lists pinned posts first, then the newest. */
export async function listPosts(db: Db, { now, tag, limit, after }: ReadPage): Promise<PostRow[]> {
  const found = db
    .select()
    .from(posts)
    .where(
      and(
        isRead(now),
        tag === undefined ? undefined : sql`${posts.tags} @> ${JSON.stringify([tag])}::jsonb`,
        after &&
          sql`(${isPinned}, ${publishAt}, ${id}) < (${after.isPinned}, ${after.publishAt?.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(isPinned), desc(publishAt), desc(id));
  return limit === undefined ? await found : await found.limit(limit);
}

/** Lists all posts including drafts, newest first. */
export async function listAllPosts(db: Db, { limit, after }: Omit<ReadPage, 'now' | 'tag'>): Promise<PostRow[]> {
  const found = db
    .select()
    .from(posts)
    .where(after && or(lt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), lt(id, after.id))))
    .orderBy(desc(createdAt), desc(id));
  return limit === undefined ? await found : await found.limit(limit);
}

export async function findPost(db: Db, name: string): Promise<PostRow | null> {
  const [row] = await db.select().from(posts).where(eq(identifier, name));
  return row ?? null;
}

/** Finds a post by its current or a previous name. */
export async function findPostOnceCalled(db: Db, name: string): Promise<PostRow | null> {
  const moved = sql`${id} = (select ${oldNames.postId} from ${oldNames} where ${oldNames.identifier} = ${name})`;
  const [row] = await db
    .select()
    .from(posts)
    .where(or(eq(identifier, name), moved));
  return row ?? null;
}

export async function lockPost(tx: Db, name: string): Promise<PostRow | null> {
  const [row] = await tx.select().from(posts).where(eq(identifier, name)).for('update');
  return row ?? null;
}

/** Serializes naming, so no two posts get the same name. */
export async function lockNames(tx: Db): Promise<void> {
  await lockOn(tx, 'blog names');
}

export async function insertPost(tx: Db, row: NewPost): Promise<bigint> {
  const [made] = await tx.insert(posts).values(row).returning({ id });
  if (!made) throw new Error('a post was inserted and has no id');
  return made.id;
}

export async function changePost(tx: Db, postId: bigint, change: Partial<NewPost>): Promise<void> {
  await tx.update(posts).set(change).where(eq(id, postId));
}

export async function keepOldName(
  tx: Db,
  about: { readonly was: string; readonly is: string; readonly postId: bigint },
) {
  await tx.delete(oldNames).where(eq(oldNames.identifier, about.is));
  await tx.insert(oldNames).values({ identifier: about.was, postId: about.postId });
}

/** Returns the title, or null when there is no such post. */
export async function deletePost(db: Db, name: string): Promise<string | null> {
  const [gone] = await db.delete(posts).where(eq(identifier, name)).returning({ title: posts.title });
  return gone?.title ?? null;
}

/** Returns the titles of all posts, and every text that may contain a file's URL. */
export const listTexts = async (db: Db) =>
  await db
    .select({
      identifier,
      title: posts.title,
      content: posts.content,
      thumbnail: posts.thumbnail,
      authorIcon: posts.authorIcon,
    })
    .from(posts)
    .orderBy(desc(editedAt));

export async function listTitled(
  db: Db,
  letters: string,
  limit: number,
): Promise<Pick<PostRow, 'identifier' | 'title'>[]> {
  const { identifier, title } = posts;
  return await db
    .select({ identifier, title })
    .from(posts)
    .where(sql`position(lower(${letters}) in lower(${title})) > 0 or ${identifier} = ${letters}`)
    .orderBy(desc(posts.createdAt))
    .limit(limit);
}
