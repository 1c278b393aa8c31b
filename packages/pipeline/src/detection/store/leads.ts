import type { Db } from '@tally/infra/db';
import { and, eq, gte, lt, or, sql } from '@tally/infra/sql';
import { leads } from '../tables.ts';

export interface Taken {
  /** The previous leader and the end of its lease. A renewal returns the same holder. Null if there was no leader. */
  readonly former: { readonly holder: string; readonly until: Date } | null;
  readonly borrowed: number;
}

/** Takes or renews a lead. Returns null while another process holds it. */
export async function claimLead(
  db: Db,
  wanted: { work: string; holder: string; now: Date; until: Date },
): Promise<Taken | null> {
  const { work, holder, now, until } = wanted;
  // A subquery inside `returning` sees the row as it was before this statement.
  const before = sql<{ holder: string; until: string } | null>`(
    select json_build_object('holder', o.holder, 'until', o.until) from leads o where o.work = ${work})`;
  const [row] = await db
    .insert(leads)
    .values({ work, holder, until })
    .onConflictDoUpdate({
      target: leads.work,
      set: { holder, until },
      setWhere: or(eq(leads.holder, holder), lt(leads.until, now)),
    })
    .returning({ borrowed: leads.borrowed, before });
  if (!row) return null;
  const { borrowed, before: former } = row;
  return { borrowed, former: former && { holder: former.holder, until: new Date(former.until) } };
}

/**
 * Gives up the lead, so another process need not wait for the lease to end. The row stays and records until when there
 * was a leader.
 */
export async function dropLead(db: Db, work: string, holder: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() - 1);
  await db
    .update(leads)
    .set({ until })
    .where(and(eq(leads.work, work), eq(leads.holder, holder)));
}

/** For a database that only one process can open: any earlier leader is dead. */
export async function dropAllLeads(db: Db, now: Date): Promise<void> {
  await db
    .update(leads)
    .set({ until: new Date(now.getTime() - 1) })
    .where(gte(leads.until, now));
}

export async function addBorrowed(db: Db, work: string, count: number): Promise<void> {
  await db
    .update(leads)
    .set({ borrowed: sql`${leads.borrowed} + ${count}` })
    .where(eq(leads.work, work));
}

export async function listLeads(db: Db, work: string): Promise<{ holder: string; until: Date }[]> {
  return db.select({ holder: leads.holder, until: leads.until }).from(leads).where(eq(leads.work, work));
}
