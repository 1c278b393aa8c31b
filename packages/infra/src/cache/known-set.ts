import type { Ctx } from '@tally/kernel';
import { isDatabaseDown } from '../db/index.ts';

export interface KnownSet<T> {
  /** While the database is down, this is the last set. */
  readonly list: (ctx: Ctx) => Promise<ReadonlySet<T>>;
  /** The cached set, without a query: the gateway uses it to skip irrelevant events. */
  readonly peek: (ctx: Ctx) => ReadonlySet<T> | undefined;
  /** Makes all processes load the set again. */
  readonly forget: (ctx: Ctx) => Promise<void>;
}

/** The few servers or channels that use something: read thousands of times a second, and rarely changed. */
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
