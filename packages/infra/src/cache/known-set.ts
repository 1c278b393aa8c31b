import type { Ctx } from '@tally/kernel';
import { isDatabaseDown } from '../db/index.ts';

export interface KnownSet<T> {
  /** Loads the set. While the database is down, the last set is used. */
  readonly list: (ctx: Ctx) => Promise<ReadonlySet<T>>;
  /** Returns the cached set without a query. The gateway uses it to skip irrelevant events. */
  readonly peek: (ctx: Ctx) => ReadonlySet<T> | undefined;
  /** Makes all processes load the set again. */
  readonly forget: (ctx: Ctx) => Promise<void>;
}

/** Caches the few servers or channels that use something. The set is read very often and rarely changes. */
export const knownSet = <T>(key: string, ttlMs: number, load: (ctx: Ctx) => Promise<Iterable<T>>): KnownSet<T> => ({
  async list(ctx) {
    try {
      return await ctx.cache.get(key, ttlMs, async () => new Set(await load(ctx)));
    } catch (error) {
      const last = ctx.cache.last(key) as ReadonlySet<T> | undefined;
      if (last && isDatabaseDown(error)) return last;
      throw error;
    }
  },
  peek: (ctx) => ctx.cache.peek(key) as ReadonlySet<T> | undefined,
  forget: (ctx) => ctx.cache.forget(key),
});
