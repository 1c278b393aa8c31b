import type { Ctx } from '@tally/kernel';

export interface KnownSet<T> {
  readonly list: (ctx: Ctx) => Promise<ReadonlySet<T>>;
  /** As far as it is known without asking: for the gateway, which then does not tell of what happens elsewhere. */
  readonly peek: (ctx: Ctx) => ReadonlySet<T> | undefined;
  /** It changed: all processes look again. */
  readonly forget: (ctx: Ctx) => Promise<void>;
}

/** The few servers or channels that something concerns: asked thousands of times a second, and rarely different. */
export const knownSet = <T>(key: string, ttlMs: number, load: (ctx: Ctx) => Promise<Iterable<T>>): KnownSet<T> => ({
  list: (ctx) => ctx.cache.get(key, ttlMs, async () => new Set(await load(ctx))),
  peek: (ctx) => ctx.cache.peek(key) as ReadonlySet<T> | undefined,
  forget: (ctx) => ctx.cache.forget(key),
});
