import { type Clock, type Log, parseJson, type Random } from '@tally/kernel';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { afterCommit, type Database, isInTransaction } from '../db/index.ts';

/**
 * Cached answers that may be slightly stale. Keys begin with their home (`servers/123/channels`), so one prefix forgets
 * a whole family. A cache is never the only copy of anything.
 */
export interface Cache {
  /** Returns the cached answer, or the result of `load`. Concurrent callers share one `load`. Errors are not cached. */
  get<T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T>;
  /** Returns the cached answer, if any. For code that runs thousands of times a second and cannot wait. */
  peek(key: string): unknown;
  /** Returns the last answer, even if it has expired. */
  last(key: string): unknown;
  /** Drops these answers in every process. Inside a transaction, this happens after the commit. */
  forget(...keys: readonly string[]): Promise<void>;
  forgetPrefix(prefix: string): Promise<void>;
}

export interface CacheRunner extends Cache {
  close(): Promise<void>;
}

export interface CacheOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The database that notifies other processes. The embedded engine has no other processes. */
  readonly database?: Database;
  readonly maxEntries?: number;
}

interface Entry {
  readonly value: unknown;
  readonly until: number;
}

const News = z.object({ from: z.string(), keys: z.array(z.string()).optional(), prefix: z.string().optional() });
type News = z.infer<typeof News>;

const channel = 'tally_cache';
/** A notification holds 8000 bytes: https://www.postgresql.org/docs/current/sql-notify.html */
const maxNewsBytes = 7_000;

export async function createCache({
  clock,
  random,
  log,
  database,
  maxEntries = 20_000,
}: CacheOptions): Promise<CacheRunner> {
  const entries = new LRUCache<string, Entry>({ max: maxEntries });
  const flights = new Map<string, Promise<unknown>>();
  const self = random.uuid();
  const others = database?.engine === 'postgres' ? database : undefined;

  const drop = ({ keys = [], prefix }: Pick<News, 'keys' | 'prefix'>) => {
    // A load that is running now may have read the old state, so its answer is not kept.
    for (const key of keys) {
      entries.delete(key);
      flights.delete(key);
    }
    if (prefix === undefined) return;
    for (const key of [...entries.keys(), ...flights.keys()]) {
      if (!key.startsWith(prefix)) continue;
      entries.delete(key);
      flights.delete(key);
    }
  };
  const hear = (payload: string) => {
    const news = News.safeParse(parseJson(payload));
    if (!news.success) log.warn({}, 'A cache notification could not be read.');
    else if (news.data.from !== self) drop(news.data);
  };
  const stop = await others?.listen(channel, hear, () => drop({ prefix: '' }));

  const tell = async (news: Pick<News, 'keys' | 'prefix'>) => {
    drop(news);
    if (!others) return;
    const payload = JSON.stringify({ from: self, ...news });
    const short = Buffer.byteLength(payload) <= maxNewsBytes ? payload : JSON.stringify({ from: self, prefix: '' });
    try {
      await others.notify(channel, short);
    } catch (error) {
      // The change is committed. Other processes see it once their entries expire.
      log.warn({ err: error }, 'Other processes were not notified about an outdated cache entry.');
    }
  };

  const fly = <T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T> => {
    const flight = load().then(
      (value) => {
        if (flights.get(key) === flight) {
          flights.delete(key);
          if (ttlMs > 0) entries.set(key, { value, until: clock.now().getTime() + ttlMs });
        }
        return value;
      },
      (error: unknown) => {
        if (flights.get(key) === flight) flights.delete(key);
        throw error;
      },
    );
    flights.set(key, flight);
    return flight;
  };

  return {
    async get<T>(key: string, ttlMs: number, load: () => Promise<T>): Promise<T> {
      const kept = entries.get(key);
      // Each key is used in one place only, so the caller knows its type.
      if (kept && kept.until > clock.now().getTime()) return kept.value as T;
      // A shared load could wait for this very transaction to end.
      if (isInTransaction()) return await load();
      return await ((flights.get(key) as Promise<T> | undefined) ?? fly(key, ttlMs, load));
    },
    peek(key: string): unknown {
      const kept = entries.get(key);
      return kept && kept.until > clock.now().getTime() ? kept.value : undefined;
    },
    last: (key) => entries.get(key)?.value,
    forget: (...keys) => afterCommit(() => tell({ keys: [...keys] })),
    forgetPrefix: (prefix) => afterCommit(() => tell({ prefix })),
    async close() {
      await stop?.();
      entries.clear();
    },
  };
}
