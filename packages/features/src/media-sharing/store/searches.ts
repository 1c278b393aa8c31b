import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq, sql } from '@tally/infra/sql';
import { searches } from '../tables.ts';

/** Counts a search on this day. Returns false if the limit was reached before. */
export async function countSearch(
  db: Db,
  ownerId: UserId,
  { day, most }: { readonly day: string; readonly most: number },
): Promise<boolean> {
  const taken = await db
    .insert(searches)
    .values({ ownerId, day, used: 1 })
    .onConflictDoUpdate({
      target: searches.ownerId,
      set: { day, used: sql`case when ${searches.day} = excluded.day then ${searches.used} + 1 else 1 end` },
      setWhere: sql`${searches.day} <> excluded.day or ${searches.used} < ${most}`,
    })
    .returning({ used: searches.used });
  return taken.length > 0;
}

export async function countSearches(db: Db, ownerId: UserId, day: string): Promise<number> {
  const [row] = await db.select().from(searches).where(eq(searches.ownerId, ownerId));
  return row?.day === day ? row.used : 0;
}
