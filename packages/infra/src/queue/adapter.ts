import type { Timers } from '@tally/kernel';
import type { Clock as BossClock, Db as BossDatabase, ConstructorOptions } from 'pg-boss';
import type { Database } from '../db/index.ts';

const scheme = 'pgboss';

/**
 * How often to look for jobs of dead processes. Together with the heartbeat: another process runs them within half a
 * minute.
 */
const looking = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 } as const;
/** On the built-in database there is no other process, and the dead one's jobs were taken over at the start (decision 0064). */
const lookingAlone = { superviseIntervalSeconds: 30, monitorIntervalSeconds: 60, flowIntervalSeconds: 60 } as const;
/** How often its clock, which nobody can set, is compared with the database's. */
const comparing = { clockMonitorIntervalSeconds: 60 } as const;

/**
 * How pg-boss reaches the database: through a small pool of its own on Postgres, through our one connection on the
 * embedded engine. Nothing that it does there waits for the disk: taking and finishing jobs may be lost with the
 * database, and then a job runs once more. (New jobs come through our own pool, and do wait.)
 */
export function bossOptions(database: Database): ConstructorOptions {
  if (database.databaseUrl) {
    return {
      connectionString: database.databaseUrl,
      max: 4,
      connectionTimeoutMillis: 5_000,
      schema: scheme,
      application_name: 'tally queue',
      options: '-c synchronous_commit=off',
      useListenNotify: true,
      ...looking,
      ...comparing,
    };
  }
  return {
    db: overEmbedded(database),
    backend: 'pglite',
    schema: scheme,
    useListenNotify: true,
    ...lookingAlone,
    ...comparing,
  };
}

/**
 * Trap: schedules and upkeep of pg-boss wait until the clock on the wall shows their time. Where it is set back by a
 * month they would stand still for that month, and their timers, too long for Node, fire without a pause. So its clock
 * only goes forward; what is due is decided by the database's.
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

/**
 * pg-boss' own adapter for PGlite sends a failed statement's ROLLBACK as a call of its own. On a shared connection
 * somebody else's statement can slip in between and fail inside the broken transaction, so here both happen in
 * one hold of the connection.
 */
function overEmbedded(database: Database): BossDatabase {
  return {
    executeSql: (text, values) =>
      database.session(async (session) => {
        try {
          // Scripts carry several statements (begin … commit) and no parameters.
          if (values?.length) return await session.query(text, values);
          return { rows: await session.script(text) };
        } catch (error) {
          if (database.isReady()) await session.script('rollback');
          throw error;
        }
      }),
    async listen(channel, hear, onReconnect) {
      const close = await database.listen(channel, hear, onReconnect);
      onReconnect();
      return { close };
    },
  };
}
