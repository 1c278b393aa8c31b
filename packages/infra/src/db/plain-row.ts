import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * For the few statements that run hundreds of times a second: building a select out of two dozen columns takes longer
 * than the database needs for it, so the list of columns is written once per table. What comes back is read by
 * the columns themselves, like any other row.
 */
export function columnsOf(table: PgTable, alias: string): SQL {
  const known = lists.get(table)?.get(alias);
  if (known) return known;
  const names = Object.values(getTableColumns(table)).map(({ name }) => `"${alias}"."${name}"`);
  const list = sql.raw(names.join(', '));
  lists.set(table, new Map([...(lists.get(table) ?? []), [alias, list]]));
  return list;
}

const lists = new WeakMap<PgTable, ReadonlyMap<string, SQL>>();

/** A row of `columnsOf` as the table's own type. */
export function rowOf<T extends PgTable>(table: T, raw: Readonly<Record<string, unknown>>): InferSelectModel<T> {
  const row: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = raw[column.name];
    row[key] = value === null || value === undefined ? null : column.mapFromDriverValue(value);
  }
  return row as InferSelectModel<T>;
}
