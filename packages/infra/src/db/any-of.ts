import { type PgColumn, type SQL, sql } from '../sql/index.ts';

/**
 * Checks whether a column has one of many values, which are sent as one array. A list of placeholders would be slower
 * on both sides, and every length would be a statement with its own plan.
 */
export const anyOf = <C extends PgColumn>(column: C, values: Iterable<C['_']['data']>): SQL =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
