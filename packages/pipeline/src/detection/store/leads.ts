import type { Db } from '@tally/infra/db';
import { and, eq, lt, or } from 'drizzle-orm';
import { leads } from '../tables.ts';

/** Takes or renews a lead; false while somebody else holds it. */
export async function takeLead(
  db: Db,
  wanted: { work: string; holder: string; now: Date; until: Date },
): Promise<boolean> {
  const { work, holder, now, until } = wanted;
  const rows = await db
    .insert(leads)
    .values({ work, holder, until })
    .onConflictDoUpdate({
      target: leads.work,
      set: { holder, until },
      setWhere: or(eq(leads.holder, holder), lt(leads.until, now)),
    })
    .returning({ work: leads.work });
  return rows.length > 0;
}

/** Given up, so that another need not wait for its end. */
export async function dropLead(db: Db, work: string, holder: string): Promise<void> {
  await db.delete(leads).where(and(eq(leads.work, work), eq(leads.holder, holder)));
}

export async function listLeads(db: Db, work: string): Promise<{ holder: string; until: Date }[]> {
  return db.select({ holder: leads.holder, until: leads.until }).from(leads).where(eq(leads.work, work));
}
