import { type SQL, sql } from '../sql/index.ts';

export interface ListColumn {
  readonly name: string;
  /** As Postgres calls it. */
  readonly type: string;
  /** One per row. */
  readonly values: readonly unknown[];
}

/**
 * Many rows in one statement: columns travel as lists, which Postgres unpacks several times as fast as rows of JSON and
 * without a placeholder per value. What is the same in all rows travels once; the first column never is, it tells them apart.
 */
export function listsOf(columns: readonly ListColumn[]): {
  /** For a `from`; the rows are called `n`. */
  readonly from: SQL;
  readonly valueOf: (name: string) => SQL;
} {
  const varying = columns.filter(({ values }, place) => place === 0 || values.some((each) => !isSame(each, values[0])));
  const lists = varying.map(({ type, values }) => sql`${sql.param(values.map(asText))}::${sql.raw(inList(type))}[]`);
  const names = varying.map(({ name }) => sql.identifier(name));
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    from: sql`unnest(${sql.join(lists, sql`, `)}) as n (${sql.join(names, sql`, `)})`,
    valueOf(name) {
      const column = known.get(name) as ListColumn;
      const type = sql.raw(column.type);
      if (!varying.includes(column)) return sql`${asText(column.values[0])}::${type}`;
      return sql`n.${sql.identifier(name)}${column.type === 'jsonb' ? sql`::${type}` : sql``}`;
    },
  };
}

/** Objects have their own text, which a list of JSON would wrap once more. */
const inList = (type: string): string => (type === 'jsonb' ? 'text' : type);

function asText(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) ||
  (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
