import { anyOf, type Db, listsOf, lockOn } from '../db/index.ts';
import { and, asc, eq, gte, lt, max, sql } from '../sql/index.ts';
import type { FigureKind } from './index.ts';
import { figures } from './tables.ts';

export type Figure = typeof figures.$inferSelect;

const columnsOf = (rows: readonly Figure[]) =>
  listsOf(rows, [
    ['name', 'text', ({ name }) => name],
    ['kind', 'text', ({ kind }) => kind],
    ['hour', 'timestamptz', ({ hour }) => hour],
    ['count', 'bigint', ({ count }) => count],
  ]);

/** A fixed order prevents a deadlock between two processes that write at once. */
const inOrder = (rows: readonly Figure[]): readonly Figure[] =>
  rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
const keyOf = ({ kind, hour, name }: Figure): string => `${kind} ${hour.toISOString()} ${name}`;

export async function addFigures(db: Db, rows: readonly Figure[]): Promise<void> {
  if (rows.length === 0) return;
  const { from, valueOf } = columnsOf(inOrder(rows));
  await db.execute(sql`
    insert into figures (kind, name, hour, count)
    select ${valueOf('kind')}, ${valueOf('name')}, ${valueOf('hour')}, ${valueOf('count')} from ${from}
    on conflict (kind, hour, name) do update set count = figures.count + excluded.count`);
}

/** Replaces all counts of these kinds in this period. */
export async function replaceFigures(
  tx: Db,
  { kinds, from, to }: { kinds: readonly FigureKind[]; from: Date; to: Date },
  rows: readonly Figure[],
): Promise<void> {
  // Two concurrent calls would not see each other's rows, so both counts would be added.
  await lockOn(tx, 'figures');
  await tx.delete(figures).where(and(anyOf(figures.kind, kinds), gte(figures.hour, from), lt(figures.hour, to)));
  await addFigures(tx, rows);
}

/** Returns the last hour that has a count of these kinds. */
export async function findNewestHour(db: Db, kinds: readonly FigureKind[]): Promise<Date | null> {
  const [row] = await db
    .select({ hour: max(figures.hour) })
    .from(figures)
    .where(anyOf(figures.kind, kinds));
  return row?.hour ?? null;
}

/**
 * Returns counts by hour or day (in UTC), oldest first. For `unnamed` kinds the names are merged into one empty name,
 * which reduces a year to a tenth of the rows.
 */
export async function listFigures(
  db: Db,
  about: { kinds: readonly FigureKind[]; from: Date; step: 'hour' | 'day'; unnamed?: readonly FigureKind[] },
): Promise<Figure[]> {
  const { kinds, from, step, unnamed = [] } = about;
  const name = sql<string>`case when ${anyOf(figures.kind, unnamed)} then '' else ${figures.name} end`;
  const moment = sql<string>`date_bin(${`1 ${step}`}::interval, ${figures.hour}, 'epoch'::timestamptz)`;
  const rows = await db
    .select({ kind: figures.kind, name, moment, count: sql<string>`sum(${figures.count})` })
    .from(figures)
    .where(and(anyOf(figures.kind, kinds), gte(figures.hour, from)))
    .groupBy(figures.kind, sql`2`, sql`3`)
    .orderBy(asc(sql`3`), asc(figures.kind), asc(sql`2`));
  return rows.map((row) => ({ kind: row.kind, name: row.name, hour: new Date(row.moment), count: Number(row.count) }));
}

/** Returns sums over a period. */
export async function sumFigures(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<Pick<Figure, 'kind' | 'name' | 'count'>[]> {
  const rows = await db
    .select({ kind: figures.kind, name: figures.name, count: sql<string>`sum(${figures.count})` })
    .from(figures)
    .where(and(gte(figures.hour, from), lt(figures.hour, to)))
    .groupBy(figures.kind, figures.name);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Returns the total over all time. */
export async function countEver(db: Db, kind: FigureKind, names: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${figures.count}), 0)` })
    .from(figures)
    .where(and(eq(figures.kind, kind), anyOf(figures.name, names)));
  return Number(row?.total);
}

/** Merges the counts from before this time by day. */
export async function foldFigures(db: Db, before: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ kind: FigureKind; name: string; day: string; count: string }>(sql`
      with old as (
        delete from figures
         where hour < ${before.toISOString()}::timestamptz and hour <> date_trunc('day', hour, 'UTC')
        returning kind, name, date_trunc('day', hour, 'UTC') as day, count)
      select kind, name, day, sum(count) as count from old group by kind, name, day`);
    const folded = rows.map(({ kind, name, day, count }) => ({
      kind,
      name,
      hour: new Date(day),
      count: Number(count),
    }));
    await addFigures(tx, folded);
  });
}
