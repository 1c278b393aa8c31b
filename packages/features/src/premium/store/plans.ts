import type { Db } from '@tally/infra/db';
import { asc, eq } from '@tally/infra/sql';
import { type AddonRow, type PlanRow, planAddons, planLimits, plans } from '../tables.ts';

export async function listPlanRows(db: Db): Promise<PlanRow[]> {
  return await db.select().from(plans).orderBy(asc(plans.holder), asc(plans.rank));
}

export async function listLimitRows(db: Db) {
  return await db.select().from(planLimits);
}

export async function listAddonRows(db: Db): Promise<AddonRow[]> {
  return await db.select().from(planAddons).orderBy(asc(planAddons.position));
}

export async function updatePlanRow(tx: Db, tierId: string, change: Partial<PlanRow>): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(plans).set(change).where(eq(plans.tierId, tierId));
}

export async function saveLimits(tx: Db, tierId: string, limits: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, value] of Object.entries(limits)) {
    await tx
      .insert(planLimits)
      .values({ tierId, name, value })
      .onConflictDoUpdate({ target: [planLimits.tierId, planLimits.name], set: { value } });
  }
}
