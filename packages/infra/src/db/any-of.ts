import { type PgColumn, sql, type SQL } from '../sql/index.ts';

/**
 * Whether a column is one of many values, which travel as one array: a list of placeholders costs its length on both
 * sides and makes every length a statement of its own, with a plan of its own.
 */
export const anyOf = <C extends PgColumn>(column: C, values: Iterable<C['_']['data']>): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
