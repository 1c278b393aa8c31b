import { type SQL, sql } from '../sql/index.ts';

/** `type` is the name of the column's type in Postgres. */
export type ListColumn<T> = readonly [name: string, type: string, read: (row: T, place: number) => unknown];

/**
 * Sends many rows in one statement, each column as one list. Postgres unpacks lists several times as fast as rows of
 * JSON, and they need no placeholder per value. A value that all rows share is sent once. The first column is always
 * sent as a list, because it identifies the rows.
 */
export function listsOf<T>(
  rows: readonly T[],
  wanted: readonly ListColumn<T>[],
): {
  /** The `from` clause, in which the rows are named `n`. */
  readonly from: SQL;
  readonly valueOf: (name: string) => SQL;
} {
  const columns = wanted.map(([name, type, read]) => ({ name, type, values: rows.map(read) }));
  const varying = columns.filter(({ values }, place) => place === 0 || values.some((each) => !isSame(each, values[0])));
  const lists = varying.map(({ type, values }) => sql`${sql.param(values.map(asText))}::${sql.raw(inList(type))}[]`);
  const names = varying.map(({ name }) => sql.identifier(name));
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    from: sql`unnest(${sql.join(lists, sql`, `)}) as n (${sql.join(names, sql`, `)})`,
    valueOf(name) {
      const column = known.get(name) as (typeof columns)[number];
      const type = sql.raw(column.type);
      if (!varying.includes(column)) return sql`${asText(column.values[0])}::${type}`;
      return sql`n.${sql.identifier(name)}${column.type === 'jsonb' ? sql`::${type}` : sql``}`;
    },
  };
}

/** Objects are already JSON text. A JSON list would encode them again. */
const inList = (type: string): string => (type === 'jsonb' ? 'text' : type);

function asText(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) ||
  (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
