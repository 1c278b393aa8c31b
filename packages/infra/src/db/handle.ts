import type { PgDatabase, PgQueryResultHKT } from '../sql/index.ts';

/** What a statement without a column list answers, alike on both engines. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

interface StatementResultHKT extends PgQueryResultHKT {
  readonly type: StatementResult<this['row'] extends Record<string, unknown> ? this['row'] : Record<string, unknown>>;
}

/**
 * The database, whichever engine runs. A transaction's handle is a `Db` too, so a store takes one `Db` and does
 * not care. Inside `db.transaction(async (tx) => …)` use only `tx`: the outer handle refuses, see `flow.ts`.
 */
export type Db = PgDatabase<StatementResultHKT, Record<string, never>, Record<string, never>>;

/** One connection that nobody else uses meanwhile; speaks plain SQL. For migrations and the schema listing. */
export interface Session {
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<StatementResult<Row>>;
  /** Any number of statements, without parameters. Answers the rows of all of them. */
  script(text: string): Promise<Record<string, unknown>[]>;
}

export type EngineName = 'embedded' | 'postgres';
