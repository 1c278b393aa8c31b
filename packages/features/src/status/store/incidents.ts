import type { Db } from '@tally/infra/db';
import { and, desc, eq, gte, inArray, isNull, lt, or, sql } from '@tally/infra/sql';
import { type IncidentRow, type IncidentUpdateRow, incidents, incidentUpdates } from '../tables.ts';

export type NewIncident = Omit<IncidentRow, 'id' | 'postMortem'>;

export async function insertIncident(tx: Db, incident: NewIncident): Promise<bigint> {
  const [row] = await tx.insert(incidents).values(incident).returning({ id: incidents.id });
  return (row as { id: bigint }).id;
}

export async function insertUpdate(tx: Db, update: Omit<IncidentUpdateRow, 'id'>): Promise<bigint> {
  const [row] = await tx.insert(incidentUpdates).values(update).returning({ id: incidentUpdates.id });
  return (row as { id: bigint }).id;
}

export async function findIncident(db: Db, id: bigint): Promise<IncidentRow | null> {
  const [row] = await db.select().from(incidents).where(eq(incidents.id, id));
  return row ?? null;
}

export async function lockIncident(tx: Db, id: bigint): Promise<IncidentRow | null> {
  const [row] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  return row ?? null;
}

export async function changeIncident(
  tx: Db,
  id: bigint,
  change: Partial<Omit<IncidentRow, 'id' | 'feedId'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(incidents).set(change).where(eq(incidents.id, id));
}

export async function deleteIncident(db: Db, id: bigint): Promise<IncidentRow | null> {
  const [gone] = await db.delete(incidents).where(eq(incidents.id, id)).returning();
  return gone ?? null;
}

/** Lists current incidents, newest first. A maintenance is listed only after its start. */
export const listOpen = async (db: Db, now: Date): Promise<IncidentRow[]> =>
  await db
    .select()
    .from(incidents)
    .where(
      and(
        lt(incidents.startsAt, new Date(now.getTime() + 1)),
        or(isNull(incidents.endsAt), and(eq(incidents.isMaintenance, true), gte(incidents.endsAt, now))),
      ),
    )
    .orderBy(desc(incidents.startsAt), desc(incidents.id));

/** Lists incidents and maintenances that are open or planned, or that began or ended since then. */
export const listSince = async (db: Db, since: Date): Promise<IncidentRow[]> =>
  await db
    .select()
    .from(incidents)
    .where(or(gte(incidents.startsAt, since), gte(incidents.endsAt, since), isNull(incidents.endsAt)))
    .orderBy(desc(incidents.startsAt), desc(incidents.id));

export const listIncidents = async (
  db: Db,
  { limit, after }: { limit: number; after: Pick<IncidentRow, 'id' | 'startsAt'> | null },
): Promise<IncidentRow[]> =>
  await db
    .select()
    .from(incidents)
    .where(
      after
        ? sql`(${incidents.startsAt}, ${incidents.id}) < (${after.startsAt.toISOString()}::timestamptz, ${after.id})`
        : undefined,
    )
    .orderBy(desc(incidents.startsAt), desc(incidents.id))
    .limit(limit);

/** Lists updates newest first. */
export const listUpdates = async (db: Db, ids: readonly bigint[]): Promise<IncidentUpdateRow[]> =>
  ids.length === 0
    ? []
    : await db
        .select()
        .from(incidentUpdates)
        .where(inArray(incidentUpdates.incidentId, [...ids]))
        .orderBy(desc(incidentUpdates.id));

export async function findUpdate(db: Db, id: bigint): Promise<IncidentUpdateRow | null> {
  const [row] = await db.select().from(incidentUpdates).where(eq(incidentUpdates.id, id));
  return row ?? null;
}
