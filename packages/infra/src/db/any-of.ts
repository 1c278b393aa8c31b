import { type PgColumn, type SQL, sql } from '../sql/index.ts';

/**
 * Whether a column is one of many values, which are sent as one array. A list of placeholders would cost time on both
 * sides, and every length would be a statement with a plan of its own.
 */
export const anyOf = <C extends PgColumn>(column: C, values: Iterable<C['_']['data']>): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
