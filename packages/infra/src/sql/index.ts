/**
 * Everything that stores need to build statements. Stores import this file and not the library, because Node reads the
 * library's package.json (180 KB) for each importing file, which took a sixth of the start-up time.
 */
import { timestamp } from 'drizzle-orm/pg-core';

export {
  and,
  asc,
  Column,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  type InferSelectModel,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
export {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  type PgColumn,
  type PgDatabase,
  type PgQueryResultHKT,
  type PgTable,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** A timestamp column that is read as a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
