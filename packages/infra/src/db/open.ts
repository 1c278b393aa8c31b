import { join } from 'node:path';
import { type Log, systemTimers, type Timers } from '@tally/kernel';
import { drizzle } from 'drizzle-orm/pglite';
import { drizzleClient } from './embedded/drizzle-client.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { refuseInside } from './flow.ts';
import type { Db, EngineName, Session } from './handle.ts';
import { lockFolder } from './lock.ts';
import { openPostgres } from './postgres.ts';
import { repeat } from './repeat.ts';

export interface Database {
  readonly engine: EngineName;
  readonly db: Db;
  /** Null on the embedded engine. */
  readonly databaseUrl: string | null;
  /** Null on Postgres. The queue's adapter and tests use it. */
  readonly embedded: EmbeddedEngine | null;
  /** False while the embedded engine is being reopened. */
  isReady(): boolean;
  /** Runs a trivial query. Rejects if the engine does not respond. */
  ping(): Promise<void>;
  /** Runs work with an exclusive connection for plain SQL. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  /** `onGap` runs when notifications may have been missed because the connection was lost for a while. */
  readonly listen: (
    channel: string,
    hear: (payload: string) => void,
    onGap?: () => void,
  ) => Promise<() => Promise<void>>;
  vacuum(): Promise<void>;
  /**
   * Writes a dump for `restoreFrom`. Nothing changes between `measure` and the dump. Embedded engine only, because
   * Postgres has pg_dump.
   */
  backup(path: string, measure?: (session: Session) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Undefined selects the embedded engine. */
  readonly databaseUrl?: string | undefined;
  /** The folder of the embedded engine. Null keeps the database in memory, for tests. */
  readonly dataDir: string | null;
  readonly log: Log;
  readonly timers?: Timers;
  /** A dump to restore into an empty embedded database. */
  readonly restoreFrom?: string;
  readonly vacuumEveryMs?: number;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  /** Other processes on Postgres see this id, see `countFolders`. */
  readonly folderId?: string | undefined;
}

/** Opens the database. Call `migrate()` next. */
export async function openDb(options: OpenOptions): Promise<Database> {
  const { databaseUrl, timers = systemTimers } = options;
  if (databaseUrl) return await openPostgres({ ...options, databaseUrl, timers });
  return await openEmbedded({ ...options, timers });
}

async function openEmbedded(options: OpenOptions & { readonly timers: Timers }): Promise<Database> {
  const { dataDir, log, timers, restoreFrom, vacuumEveryMs = 10 * 60_000, statementTimeoutMs } = options;
  const unlock = dataDir === null ? async () => {} : await lockFolder(dataDir);
  const engine = new EmbeddedEngine({
    dataDir: dataDir === null ? undefined : join(dataDir, 'database'),
    restoreFrom,
    log,
    timers,
    ...(statementTimeoutMs ? { stuckAfterMs: statementTimeoutMs } : {}),
  });
  try {
    await engine.open();
  } catch (error) {
    await unlock();
    throw error;
  }
  const owner = {};
  // Drizzle's type requires the whole PGlite class, but Drizzle calls only two functions.
  const db = drizzle({ client: drizzleClient(engine, owner) as never }) as unknown as Db;
  const plain = async (text: string, params: readonly unknown[] = []) => {
    refuseInside(owner);
    await engine.session((session) => session.query(text, params));
  };
  const vacuum = () => plain('vacuum (analyze)');
  // The engine has no autovacuum, so a table whose rows are updated ten times would grow tenfold.
  const stopHousekeeping = repeat({
    work: vacuum,
    everyMs: vacuumEveryMs,
    log,
    timers,
    failure: 'The scheduled VACUUM failed.',
  });
  return {
    engine: 'embedded',
    db,
    databaseUrl: null,
    embedded: engine,
    isReady: () => engine.isReady,
    async ping() {
      await engine.gate.pass(() =>
        engine.call({ kind: 'query', text: 'select 1', params: [], rowMode: 'array', momentsAsText: false }),
      );
    },
    async session(work) {
      refuseInside(owner);
      return await engine.session(work);
    },
    notify: (channel, payload) => plain('select pg_notify($1, $2)', [channel, payload]),
    async listen(channel, hear, onGap) {
      const stop = await engine.listen(channel, hear);
      const forget = onGap && engine.onReopen(onGap);
      return async () => {
        forget?.();
        await stop();
      };
    },
    vacuum,
    async backup(path, measure = async () => {}) {
      refuseInside(owner);
      await engine.session(async (session) => {
        await measure(session);
        await engine.call({ kind: 'dump', path });
      });
    },
    async close() {
      await stopHousekeeping();
      await engine.close();
      await unlock();
    },
  };
}
