import {
  Column,
  getTableColumns,
  type InferSelectModel,
  type PgColumn,
  type PgTable,
  type SQL,
  sql,
} from '../sql/index.ts';

/**
 * Returns the column list of a table, built once, for the few statements that run hundreds of times a second. Building
 * a select with two dozen columns takes longer than running it. The columns themselves parse the result, as for any
 * other row.
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

/** Converts a row of `columnsOf` to the table's own type. */
export function rowOf<T extends PgTable>(table: T, raw: Readonly<Record<string, unknown>>): InferSelectModel<T> {
  const row: Record<string, unknown> = {};
  for (const { key, name, read } of readersOf(table)) {
    const value = raw[name] ?? null;
    row[key] = value === null || read === null ? value : read(value);
  }
  return row as InferSelectModel<T>;
}

/** Selects some columns of a table, so `jsonb_to_recordset` can read many rows from one parameter. */
export function sheetOf<T extends PgTable>(
  table: T,
  keys: readonly (keyof InferSelectModel<T> & string)[],
): {
  readonly names: SQL;
  /** The column names with their types. */
  readonly shape: SQL;
  /** For an update: sets each column to that of `n`, so name the rows `n`. */
  readonly changes: SQL;
  readonly write: (rows: readonly Partial<InferSelectModel<T>>[]) => string;
} {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const columns = keys.map((key) => {
    const column = all[key] as PgColumn;
    return { key, name: column.name, type: column.getSQLType() };
  });
  return {
    names: sql.raw(columns.map(({ name }) => `"${name}"`).join(', ')),
    shape: sql.raw(columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')),
    changes: sql.raw(columns.map(({ name }) => `"${name}" = n."${name}"`).join(', ')),
    write: (rows) =>
      JSON.stringify(rows.map((row) => Object.fromEntries(columns.map(({ key, name }) => [name, row[key]])))),
  };
}

interface Reader {
  readonly key: string;
  readonly name: string;
  /** Null if the value needs no parsing. */
  readonly read: ((value: unknown) => unknown) | null;
}

function readersOf(table: PgTable): readonly Reader[] {
  const known = readers.get(table);
  if (known) return known;
  const made = Object.entries<PgColumn>(getTableColumns(table)).map(([key, column]) => {
    const isPlain = column.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return { key, name: column.name, read: isPlain ? null : column.mapFromDriverValue.bind(column) };
  });
  readers.set(table, made);
  return made;
}

const readers = new WeakMap<PgTable, readonly Reader[]>();
