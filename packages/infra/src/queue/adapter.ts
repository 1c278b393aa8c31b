import type { Log, Timers } from '@tally/kernel';
import { Pool } from 'pg';
import { type Clock as BossClock, type Db as BossDatabase, type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Database } from '../db/index.ts';

const scheme = 'pgboss';

/**
 * How often to check for jobs of dead processes. Together with the heartbeat, another process runs them within 30
 * seconds.
 */
const looking = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 } as const;
/** The built-in database has one process, which takes over a dead process's jobs at its start (decision 0064). */
const lookingAlone = { superviseIntervalSeconds: 30, monitorIntervalSeconds: 60, flowIntervalSeconds: 60 } as const;
/** How often pg-boss compares its monotonic clock with the database's. */
const comparing = { clockMonitorIntervalSeconds: 60 } as const;

/** With two connections, one job can be claimed while another is finished. */
export const QUEUE_CONNECTIONS = 2;

/** The part of pg-boss that the queue uses. */
type Used =
  | 'start'
  | 'stop'
  | 'send'
  | 'insert'
  | 'update'
  | 'deleteJob'
  | 'findJobs'
  | 'redrive'
  | 'work'
  | 'notifyWorker'
  | 'getQueues'
  | 'createQueue'
  | 'updateQueue'
  | 'getSchedules'
  | 'schedule'
  | 'unschedule';

export interface Boss extends Pick<PgBoss, Used> {
  /** Calls `hear` when there is a new job of this name. pg-boss itself would wake every worker of that name. */
  whenAnnounced(hear: (name: string) => void): void;
  /** Closes the queue's connections. */
  close(): Promise<void>;
}

interface BossDoor {
  readonly options: ConstructorOptions;
  close(): Promise<void>;
}

export function openBoss({ database, log, timers }: { database: Database; log: Log; timers: Timers }): Boss {
  // Without a listener an 'error' event would end the process. pg-boss retries if the database is unavailable.
  const onError = (error: Error) => log.warn({ err: error }, 'The job queue had a problem.');
  let hear: (name: string) => void = () => {};
  const door = openBossDoor(database, { onError, onAnnounced: (name) => hear(name) });
  const boss = new PgBoss({ ...door.options, clock: bossClock(timers) });
  boss.on('error', onError);
  boss.on('warning', ({ message, data }) => log.warn({ data }, `The job queue warns: ${message}`));
  const whenAnnounced: Boss['whenAnnounced'] = (next) => {
    hear = next;
  };
  return Object.assign(boss, { whenAnnounced, close: () => door.close() });
}

interface Ears {
  readonly onError: (error: Error) => void;
  readonly onAnnounced: (name: string) => void;
}

/**
 * Connects pg-boss to the database: through its own small pool on Postgres, and through our one connection on the
 * embedded engine. On both, it listens through our listener. Its commits do not wait for the disk. A crash of the
 * database may therefore lose the fact that a job was claimed or finished, and the job runs again. New jobs come
 * through our own pool, whose commits do wait.
 */
function openBossDoor(database: Database, { onError, onAnnounced }: Ears): BossDoor {
  const shared = { schema: scheme, useListenNotify: true, ...comparing };
  const { databaseUrl } = database;
  if (!databaseUrl) {
    const db = { executeSql: overEmbedded(database), listen: listenOn(database, onAnnounced) };
    return { options: { ...shared, db, backend: 'pglite', ...lookingAlone }, close: async () => {} };
  }
  const pool = new Pool({
    connectionString: databaseUrl,
    max: QUEUE_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'tally queue',
    options: '-c synchronous_commit=off',
  });
  pool.on('error', onError);
  const db: BossDatabase = {
    executeSql: (text, values) => pool.query(text, values),
    listen: listenOn(database, onAnnounced),
  };
  return { options: { ...shared, db, ...looking }, close: async () => void (pool.ending || (await pool.end())) };
}

/**
 * Trap: pg-boss times its schedules and maintenance by a wall clock. If that clock were set back by a month, they would
 * pause for a month. Their timers would also be too long for Node and fire without a pause. So its clock is monotonic,
 * and the database's clock decides which jobs are due.
 */
export const bossClock = (timers: Timers): BossClock => {
  const cancel = (timer: unknown): void => (timer as () => void)();
  return {
    now: () => Math.floor(timers.nowMs()),
    setTimeout: (work, ms) => timers.after(ms, work),
    setInterval: (work, ms) => timers.every(ms, work),
    clearTimeout: cancel,
    clearInterval: cancel,
  };
};

const listenOn =
  (database: Database, onAnnounced: Ears['onAnnounced']): NonNullable<BossDatabase['listen']> =>
  async (channel, _wakeAll, onReconnect) => {
    const close = await database.listen(channel, onAnnounced, onReconnect);
    onReconnect();
    return { close };
  };

/**
 * pg-boss' own adapter for PGlite sends a failed statement's ROLLBACK as a separate call. On a shared connection
 * another statement can run in between and fail inside the broken transaction, so we do both in one hold of the
 * connection.
 */
const overEmbedded =
  (database: Database): BossDatabase['executeSql'] =>
  (text, values) =>
    database.session(async (session) => {
      try {
        // Scripts contain several statements (begin … commit) and no parameters.
        if (values?.length) return await session.query(text, values);
        return { rows: await session.script(text) };
      } catch (error) {
        if (database.isReady()) await session.script('rollback');
        throw error;
      }
    });
