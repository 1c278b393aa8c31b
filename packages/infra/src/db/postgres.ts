import type { Log, Timers } from '@tally/kernel';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { sql } from '../sql/index.ts';
import { asTransaction, refuseInside } from './flow.ts';
import type { Db, Session } from './handle.ts';
import { createListener } from './listener.ts';
import type { Database } from './open.ts';
import { createPlanner } from './prepared.ts';

export interface PostgresOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly timers: Timers;
  readonly poolSize?: number | undefined;
  readonly statementTimeoutMs?: number | undefined;
  readonly folderId?: string | undefined;
}

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, log, timers, folderId } = options;
  const pool = new GuardedPool({
    connectionString: databaseUrl,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Sends statements without waiting for earlier results. Results arrive in the same order.
    // https://node-postgres.com/features/pipelining
    pipeline: true,
    application_name: 'tally',
    // Our statements take milliseconds. A wrong size estimate can trigger a JIT compilation, which takes a second.
    options: '-c jit=off',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  keepAliveThroughOutages(pool, log);
  const db = drizzle({ client: pool }) as unknown as Db;
  guardTransactions(db, pool);
  const listener = createListener({ databaseUrl, log, timers, folderId });
  return {
    engine: 'postgres',
    db,
    databaseUrl,
    isReady: () => true,
    async ping() {
      await pool.query('select 1');
    },
    session: (work) => withSession(pool, work),
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: (...args) => listener.listen(...args),
    embedded: null,
    async vacuum() {
      // Postgres has its own autovacuum.
    },
    backup: () => Promise.reject(new Error('A Postgres database is backed up with pg_dump, see docs/operations.')),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

class GuardedPool extends Pool {
  readonly #planned = createPlanner();

  override query: Pool['query'] = ((statement: unknown, ...rest: unknown[]) =>
    super.query(this.#planned(statement, rest[0]) as string, ...(rest as []))) as Pool['query'];

  // The declared overloads (with callbacks) do not fit a wrapper. `pool.query` uses the callback one.
  override connect: Pool['connect'] = ((...args: [] | [() => void]) => {
    // Refuses the outer handle inside a transaction, like the embedded engine (see flow.ts).
    refuseInside(this);
    return args.length === 0 ? super.connect().then((client) => fenced(client, this.#planned)) : super.connect(...args);
  }) as Pool['connect'];
}

/** There are too many declared overloads to wrap each of them. */
interface AnyQuery {
  query(...args: unknown[]): unknown;
}

/**
 * A connection for one transaction. The first statement follows `begin` without waiting, which saves a round trip.
 * After the transaction its handle refuses calls: a promise that was not awaited must not use a connection that another
 * caller has by then.
 */
function fenced(client: PoolClient, planned: ReturnType<typeof createPlanner>): PoolClient {
  let isReleased = false;
  let begun: Promise<unknown> = Promise.resolve();
  let failure: Error | undefined;
  return Object.assign(Object.create(client) as PoolClient, {
    query(statement: unknown, ...rest: unknown[]) {
      if (isReleased) throw new Error('This transaction has ended; its handle can not be used any more.');
      if (failure) return Promise.reject(failure);
      const answer = (client as AnyQuery).query(planned(statement, rest[0]), ...rest);
      switch (textOf(statement)) {
        case 'begin':
          begun = answer as Promise<unknown>;
          begun.catch((error: Error) => {
            failure = error;
          });
          return Promise.resolve(NOTHING);
        case 'commit':
          return Promise.all([answer, begun]).then(([committed]) => committed);
        default:
          return answer;
      }
    },
    release(broken?: Error | boolean) {
      isReleased = true;
      client.release(broken ?? failure);
    },
  });
}

const NOTHING = { rows: [], rowCount: null };

const textOf = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement;

/**
 * node-postgres emits 'error' on the pool when an idle connection dies, and on the client when a connection in use
 * dies. Without a listener, either event ends the process. https://node-postgres.com/apis/pool#error
 */
function keepAliveThroughOutages(pool: Pool, log: Log): void {
  pool.on('error', (error) => log.warn({ err: error }, 'An idle database connection was lost.'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost.'));
  });
}

function guardTransactions(db: Db, owner: object): void {
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) => asTransaction(owner, (body) => begin((tx) => body(() => work(tx)), config));
}

async function withSession<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const result = await work({
      query: async (text, params = []) => {
        const { rows, rowCount } = await client.query(text, [...params]);
        return { rows, rowCount };
      },
      async script(text) {
        // Several statements return a list, but the type declares only one result.
        const results: QueryResult | QueryResult[] = await client.query(text);
        return [results].flat().flatMap((result) => result.rows);
      },
    });
    isBroken = false;
    return result;
  } finally {
    // Closing the connection releases the locks and ends the open transaction of a failed session.
    client.release(isBroken);
  }
}

export interface Connections {
  /** The number of connections that Postgres allows, without those reserved for administrators. */
  readonly allowed: number;
  /** The number of connections that all other programs have open now. */
  readonly used: number;
}

/** https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-MAX-CONNECTIONS */
export async function countConnections(db: Db): Promise<Connections> {
  const { rows } = await db.execute<Record<string, unknown> & Connections>(sql`
    select (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0)) as allowed,
           (select count(*)::int from pg_stat_activity
             where backend_type = 'client backend' and pid <> pg_backend_pid()) as used`);
  return rows[0] as Connections;
}
