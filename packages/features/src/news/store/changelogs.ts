import type { Db } from '@tally/infra/db';
import { and, desc, eq, lt, or, sql } from '@tally/infra/sql';
import { type ChangelogRow, changelogs, imports } from '../tables.ts';

export interface Page {
  readonly limit?: number | undefined;
  readonly after?: Pick<ChangelogRow, 'date' | 'identifier'> | undefined;
}

/** Lists changelogs newest first. */
export async function listChangelogs(
  db: Db,
  { isPublicOnly, limit, after }: Page & { readonly isPublicOnly: boolean },
): Promise<ChangelogRow[]> {
  const { date, identifier, isPublic } = changelogs;
  const found = db
    .select()
    .from(changelogs)
    .where(
      and(
        isPublicOnly ? eq(isPublic, true) : undefined,
        after && or(lt(date, after.date), and(eq(date, after.date), lt(identifier, after.identifier))),
      ),
    )
    .orderBy(desc(date), desc(identifier));
  return limit === undefined ? await found : await found.limit(limit);
}

export async function findChangelog(db: Db, identifier: string): Promise<ChangelogRow | null> {
  const [row] = await db.select().from(changelogs).where(eq(changelogs.identifier, identifier));
  return row ?? null;
}

export async function lockChangelog(tx: Db, identifier: string): Promise<ChangelogRow | null> {
  const [row] = await tx.select().from(changelogs).where(eq(changelogs.identifier, identifier)).for('update');
  return row ?? null;
}

/** Returns false if the name is taken. */
export async function insertChangelog(tx: Db, row: ChangelogRow): Promise<boolean> {
  const { rowCount } = await tx.insert(changelogs).values(row).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

export async function changeChangelog(
  tx: Db,
  identifier: string,
  change: Partial<Omit<ChangelogRow, 'identifier' | 'feedId'>>,
): Promise<void> {
  await tx.update(changelogs).set(change).where(eq(changelogs.identifier, identifier));
}

/** Returns the title, or null if the changelog does not exist. */
export async function deleteChangelog(db: Db, identifier: string): Promise<string | null> {
  const [gone] = await db
    .delete(changelogs)
    .where(eq(changelogs.identifier, identifier))
    .returning({ title: changelogs.title });
  return gone?.title ?? null;
}

/** Returns true if this version was not imported before. Of two concurrent imports, only one gets true. */
export async function noteImport(tx: Db, identifier: string): Promise<boolean> {
  const { rowCount } = await tx.insert(imports).values({ identifier }).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

export async function listTitled(
  db: Db,
  letters: string,
  limit: number,
): Promise<Pick<ChangelogRow, 'identifier' | 'title'>[]> {
  const { identifier, title } = changelogs;
  return await db
    .select({ identifier, title })
    .from(changelogs)
    .where(sql`position(lower(${letters}) in lower(${title})) > 0 or ${identifier} = ${letters}`)
    .orderBy(desc(changelogs.date))
    .limit(limit);
}
