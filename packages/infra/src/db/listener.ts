import type { Log, Timers } from '@tally/kernel';
import { Client, escapeIdentifier } from 'pg';
import { sql } from '../sql/index.ts';
import type { Db } from './handle.ts';

interface Hearer {
  readonly hear: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
}

export interface Listener {
  /**
   * Keeps trying while the database is down. `onGap` runs when notifications may have been missed, including before the
   * first connection.
   */
  listen(channel: string, hear: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const RETRY_MS = 1_000;
/** A connection can die silently. This regular query detects that, because no other traffic uses the connection. */
const BEAT_MS = 10_000;
const BEAT_WITHIN_MS = 5_000;

const NAME = 'tally listen';

/** Returns in how many folders the connected processes store files. */
export async function countFolders(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct application_name)::int as count from pg_stat_activity
     where datname = current_database() and application_name like ${`${NAME} %`}`);
  return rows[0]?.count ?? 0;
}

/** A separate connection for LISTEN. It opens with the first listener and reopens after an outage. */
export function createListener(about: {
  databaseUrl: string;
  log: Log;
  timers: Timers;
  folderId?: string | undefined;
}): Listener {
  const { databaseUrl, log, timers, folderId } = about;
  const hearers = new Map<string, Set<Hearer>>();
  let client: Client | null = null;
  let opening: Promise<void> | null = null;
  let cancelRetry = (): void => {};
  let cancelBeat = (): void => {};
  let isClosed = false;
  let hasGap = false;

  const lose = (lost: Client, error?: unknown): void => {
    if (client !== lost || isClosed) return;
    log.warn({ err: error }, 'The listening database connection was lost; opening it again.');
    client = null;
    hasGap = true;
    cancelBeat();
    lost.end().catch(() => undefined);
    openLater();
  };

  const beat = async (open: Client): Promise<void> => {
    const answer = await timers.within(BEAT_WITHIN_MS, open.query('select 1'));
    if (!answer) throw new Error(`no answer within ${BEAT_WITHIN_MS} ms`);
  };

  const open = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: BEAT_WITHIN_MS,
      keepAlive: true,
      application_name: folderId ? `${NAME} ${folderId}` : NAME,
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => {
      for (const { hear } of hearers.get(channel) ?? []) hear(payload ?? '');
    });
    try {
      await fresh.connect();
      for (const channel of hearers.keys()) await fresh.query(`listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    cancelBeat = timers.every(BEAT_MS, () => void beat(fresh).catch((error: unknown) => lose(fresh, error)));
    if (hasGap) for (const { onGap } of [...hearers.values()].flatMap((each) => [...each])) onGap?.();
    hasGap = false;
  };

  const ensureOpen = (): Promise<void> => {
    opening ??= open()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'The listening database connection could not be opened; trying again.');
        hasGap = true;
        openLater();
      })
      .finally(() => {
        opening = null;
      });
    return opening;
  };

  function openLater(): void {
    cancelRetry();
    if (!isClosed) cancelRetry = timers.after(RETRY_MS, () => void ensureOpen());
  }

  return {
    async listen(channel, hear, onGap) {
      const hearer = { hear, onGap };
      const known = hearers.get(channel);
      hearers.set(channel, (known ?? new Set()).add(hearer));
      if (!client && !hasGap) await ensureOpen();
      // Listening twice is harmless. A channel added while the connection was opening must not be missed.
      const current = client;
      if (current && !known) {
        await current.query(`listen ${escapeIdentifier(channel)}`).catch((error: unknown) => lose(current, error));
      }
      return async () => {
        hearers.get(channel)?.delete(hearer);
      };
    },
    async close() {
      isClosed = true;
      cancelRetry();
      await opening;
      cancelBeat();
      await client?.end();
    },
  };
}
