import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * Reads the installation's own records. They are only used for facts that are visible nowhere else: which process took
 * over a dead one's work, and which work is in progress.
 */
export interface Ledger {
  /** Returns the work in progress: messages under a lease, and running jobs. */
  held(): Promise<readonly string[]>;
  /** Returns messages that wait for an attempt, and jobs that wait or run, with the time and reason. */
  unfinished(): Promise<readonly string[]>;
}

const HELD = `
  select 'message ' || id || ' ' || fence as work from deliveries where lease_until is not null
  union all
  select 'job ' || name || ' ' || id || ' ' || retry_count from pgboss.job where state = 'active' and name not like '\\_\\_%'`;

const UNFINISHED = `
  select 'message ' || id || ' ' || state || ', next ' || next_attempt_at as work from deliveries where next_attempt_at is not null
  union all
  select 'job ' || coalesce(source_name || ' ', '') || name || ' ' || state || ', attempt ' || retry_count
         || ', from ' || start_after || coalesce(' ' || left(coalesce(source_output, output)::text, 200), '')
    from pgboss.job
   where name not like '\\_\\_%' and (state in ('active', 'retry') or state = 'created' and start_after <= now())`;

export function openLedger(databaseUrl: string): Ledger {
  return {
    held: async () => (await ask<{ work: string }>(databaseUrl, HELD)).map(({ work }) => work),
    unfinished: async () => (await ask<{ work: string }>(databaseUrl, UNFINISHED)).map(({ work }) => work),
  };
}

/** Opens one connection per query, because the database fails and returns in these tests. */
async function ask<Row extends object>(databaseUrl: string, query: string): Promise<Row[]> {
  for (;;) {
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Row>(query);
      await client.end();
      return rows;
    } catch (error) {
      // Trap: `end` may never resolve if the client's connection has broken, so it is not awaited.
      void client.end().catch(() => undefined);
      if (!isAway(error)) throw error;
      await pause(200);
    }
  }
}

const isAway = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('42'));

export interface Recovery {
  readonly ms: number;
  /** The last work that changed hands, which explains a slow recovery. */
  readonly last: readonly string[];
}

/** Measures the time until other processes hold all of that work. */
export async function measureRecovery(ledger: Ledger, held: readonly string[], signal: AbortSignal): Promise<Recovery> {
  const since = performance.now();
  const left = new Set(held);
  let last: readonly string[] = [];
  while (left.size > 0 && !signal.aborted) {
    last = [...left];
    const now = new Set(await ledger.held());
    for (const work of left) if (!now.has(work)) left.delete(work);
    if (left.size > 0) await pause(250, undefined, { signal }).catch(() => undefined);
  }
  return { ms: performance.now() - since, last };
}
