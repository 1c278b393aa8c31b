import type { TeamEventName, TeamId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, gt, sql } from '@tally/infra/sql';
import { type EventRow, events } from '../tables.ts';

/** The most events that are kept per team. */
const KEPT = 100;

export type NewEvent = Pick<EventRow, 'teamId' | 'at' | 'event'> &
  Partial<Pick<EventRow, 'byId' | 'aboutId' | 'details'>>;

/** Adds an event, and deletes the oldest ones. */
export async function insertEvent(tx: Db, row: NewEvent): Promise<void> {
  await tx.insert(events).values(row);
  await tx.delete(events).where(
    sql`${events.teamId} = ${row.teamId} and ${events.position} <= (
      select position from team_events where team_id = ${row.teamId} order by position desc offset ${KEPT} limit 1)`,
  );
}

/** Lists events, latest first. */
export async function listEvents(db: Db, teamId: TeamId): Promise<EventRow[]> {
  return await db.select().from(events).where(eq(events.teamId, teamId)).orderBy(desc(events.position)).limit(KEPT);
}

/** Returns whether this event just happened, to this person if one is named. */
export async function hasHappened(
  tx: Db,
  about: { readonly teamId: TeamId; readonly event: TeamEventName; readonly aboutId?: UserId; readonly since: Date },
): Promise<boolean> {
  const { teamId, event, aboutId, since } = about;
  const rows = await tx
    .select({ position: events.position })
    .from(events)
    .where(
      and(
        eq(events.teamId, teamId),
        eq(events.event, event),
        gt(events.at, since),
        aboutId && eq(events.aboutId, aboutId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function listEventsBy(db: Db, userId: UserId) {
  return await db
    .select({ teamId: events.teamId, at: events.at, event: events.event })
    .from(events)
    .where(eq(events.byId, userId))
    .orderBy(desc(events.position));
}

/** Keeps the event in the history, but without the person. */
export async function forgetPersonInEvents(tx: Db, userId: UserId): Promise<void> {
  // Version 0.5 needs this table after a downgrade.
  await tx.execute(sql`delete from team_tries where who = ${userId}`);
  await tx.update(events).set({ byId: null }).where(eq(events.byId, userId));
  await tx.update(events).set({ aboutId: null }).where(eq(events.aboutId, userId));
}
