import type { ServerId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, eq, gte, inArray, isNotNull, lt, lte, sql } from '@tally/infra/sql';
import { type BirthdayRow, birthdays, places } from '../tables.ts';

export async function findBirthday(db: Db, userId: UserId): Promise<BirthdayRow | null> {
  const [row] = await db.select().from(birthdays).where(eq(birthdays.userId, userId));
  return row ?? null;
}

export async function listBirthdays(db: Db, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, BirthdayRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(birthdays)
    .where(inArray(birthdays.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Serializes one person's requests, so a birthday that can be set only once is not set twice. */
export async function lockPerson(tx: Db, userId: UserId): Promise<void> {
  await lockOn(tx, `birthday ${userId}`);
}

export async function saveBirthday(tx: Db, row: BirthdayRow): Promise<void> {
  const { userId: _, ...values } = row;
  await tx.insert(birthdays).values(row).onConflictDoUpdate({ target: birthdays.userId, set: values });
}

export async function deleteBirthday(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(places).where(eq(places.userId, userId));
  await tx.delete(birthdays).where(eq(birthdays.userId, userId));
}

/** Lists people whose day has begun, starting with the earliest. */
export async function listDue(db: Db, now: Date, limit: number): Promise<BirthdayRow[]> {
  return await db
    .select()
    .from(birthdays)
    .where(lte(birthdays.nextAt, now))
    .orderBy(asc(birthdays.nextAt), asc(birthdays.userId))
    .limit(limit);
}

/** Locks the people who are still due until the transaction ends. */
export async function lockDue(tx: Db, userIds: readonly UserId[], now: Date): Promise<BirthdayRow[]> {
  return await tx
    .select()
    .from(birthdays)
    .where(and(inArray(birthdays.userId, [...userIds]), lte(birthdays.nextAt, now)))
    .for('update', { skipLocked: true });
}

export interface Planned {
  readonly userId: UserId;
  readonly nextOn: string;
  readonly nextAt: Date;
  readonly congratulated: number | null;
}

/** Sets the next birthday of many people in one statement. */
export async function planMany(tx: Db, planned: readonly Planned[]): Promise<void> {
  if (planned.length === 0) return;
  const list = <V>(values: readonly V[]) => sql.param([...values]);
  await tx.execute(sql`
    update ${birthdays} set next_on = p.next_on, next_at = p.next_at,
           last_year_congratulated = coalesce(p.congratulated, ${birthdays.lastYearCongratulated})
      from unnest(${list(planned.map((each) => each.userId))}::text[],
                  ${list(planned.map((each) => each.nextOn))}::date[],
                  ${list(planned.map((each) => each.nextAt.toISOString()))}::timestamptz[],
                  ${list(planned.map((each) => each.congratulated))}::int[])
        as p (user_id, next_on, next_at, congratulated)
     where ${birthdays.userId} = p.user_id`);
}

/** Lists people whose day begins in a period. Planned times become wrong when a country changes its time zone. */
export async function listComing(db: Db, about: { from: Date; to: Date }): Promise<BirthdayRow[]> {
  return await db
    .select()
    .from(birthdays)
    .where(
      sql`${birthdays.nextAt} > ${about.from.toISOString()}::timestamptz and ${birthdays.nextAt} < ${about.to.toISOString()}::timestamptz`,
    );
}

export interface Upcoming {
  readonly userId: UserId;
  readonly month: number;
  readonly day: number;
  readonly date: string;
  readonly timeZone: string;
}

export async function listUpcomingIn(
  db: Db,
  serverId: ServerId,
  about: { readonly limit: number; readonly after: { readonly date: string; readonly userId: string } | null },
): Promise<Upcoming[]> {
  const { after } = about;
  const rows = await db
    .select({
      userId: birthdays.userId,
      month: birthdays.month,
      day: birthdays.day,
      date: birthdays.nextOn,
      timeZone: birthdays.timeZone,
    })
    .from(places)
    .innerJoin(birthdays, eq(birthdays.userId, places.userId))
    .where(
      and(
        eq(places.serverId, serverId),
        isNotNull(birthdays.nextOn),
        after ? sql`(${birthdays.nextOn}, ${birthdays.userId}) > (${after.date}::date, ${after.userId})` : undefined,
      ),
    )
    .orderBy(asc(birthdays.nextOn), asc(birthdays.userId))
    .limit(about.limit);
  return rows.flatMap(({ date, month, day, ...row }) =>
    date === null || month === null || day === null ? [] : [{ ...row, date, month, day }],
  );
}

/** Lists people in a server whose day begins between these moments. */
export async function listBeginningIn(
  db: Db,
  serverId: ServerId,
  about: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<{ userId: UserId; at: Date }[]> {
  const rows = await db
    .select({ userId: birthdays.userId, at: birthdays.nextAt })
    .from(places)
    .innerJoin(birthdays, eq(birthdays.userId, places.userId))
    .where(and(eq(places.serverId, serverId), gte(birthdays.nextAt, about.from), lt(birthdays.nextAt, about.to)))
    .orderBy(asc(birthdays.nextAt), asc(birthdays.userId))
    .limit(about.limit);
  return rows.flatMap(({ userId, at }) => (at ? [{ userId, at }] : []));
}
