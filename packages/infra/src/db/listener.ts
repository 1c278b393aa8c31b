import type { Log, Timers } from '@tally/kernel';
import { Client, escapeIdentifier } from 'pg';

interface Hearer {
  readonly hear: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
}

export interface Listener {
  listen(channel: string, hear: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const retryMs = 1_000;

/** A separate connection for LISTEN. It opens with the first listener and reopens after an outage. */
export function createListener(about: { databaseUrl: string; log: Log; timers: Timers }): Listener {
  const { databaseUrl, log, timers } = about;
  const hearers = new Map<string, Set<Hearer>>();
  let client: Client | null = null;
  let opening: Promise<Client> | null = null;
  let cancelRetry = (): void => {};
  let isClosed = false;
  let hasGap = false;

  const lose = (lost: Client) => (error?: Error) => {
    if (client !== lost || isClosed) return;
    client = null;
    hasGap = true;
    log.warn({ err: error }, 'The listening database connection was lost; opening it again.');
    openLater();
  };

  const open = async (): Promise<Client> => {
    const fresh = new Client({ connectionString: databaseUrl, keepAlive: true, application_name: 'tally listen' });
    fresh.on('error', lose(fresh));
    fresh.on('end', () => lose(fresh)());
    fresh.on('notification', ({ channel, payload }) => {
      for (const { hear } of hearers.get(channel) ?? []) hear(payload ?? '');
    });
    await fresh.connect();
    client = fresh;
    for (const channel of hearers.keys()) await fresh.query(`listen ${escapeIdentifier(channel)}`);
    if (hasGap) for (const { onGap } of [...hearers.values()].flatMap((each) => [...each])) onGap?.();
    hasGap = false;
    return fresh;
  };

  const ensureOpen = (): Promise<Client> => {
    if (client) return Promise.resolve(client);
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  };

  function openLater(): void {
    cancelRetry = timers.after(retryMs, () => {
      ensureOpen().catch((error: unknown) => {
        log.warn({ err: error }, 'The listening database connection could not be opened; trying again.');
        if (!isClosed) openLater();
      });
    });
  }

  return {
    async listen(channel, hear, onGap) {
      const hearer = { hear, onGap };
      const known = hearers.get(channel);
      hearers.set(channel, (known ?? new Set()).add(hearer));
      const open = await ensureOpen();
      // Listening twice does no harm. A channel added while the connection was opening must not be missed.
      if (!known) await open.query(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        hearers.get(channel)?.delete(hearer);
      };
    },
    async close() {
      isClosed = true;
      cancelRetry();
      await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}
