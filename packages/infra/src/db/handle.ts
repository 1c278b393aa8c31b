import type { PgDatabase, PgQueryResultHKT } from '../sql/index.ts';

/** The result of a statement without a column list, identical on both engines. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

interface StatementResultHKT extends PgQueryResultHKT {
  readonly type: StatementResult<this['row'] extends Record<string, unknown> ? this['row'] : Record<string, unknown>>;
}

/**
 * The database on either engine. A transaction's handle is a `Db` too, so stores accept both. Inside
 * `db.transaction(async (tx) => …)` use only `tx`: the outer handle refuses, see `flow.ts`.
 */
export type Db = PgDatabase<StatementResultHKT, Record<string, never>, Record<string, never>>;

/** One exclusive connection for plain SQL, used by migrations and the schema listing. */
export interface Session {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<StatementResult<Row>>;
  /** Runs any number of statements without parameters. Returns all their rows. */
  script(text: string): Promise<Record<string, unknown>[]>;
}

export type EngineName = 'embedded' | 'postgres';
