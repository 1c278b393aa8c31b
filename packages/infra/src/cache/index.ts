import type { Cache } from './cache.ts';

export { type Cache, type CacheOptions, type CacheRunner, createCache } from './cache.ts';
export { type KnownSet, knownSet } from './known-set.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly cache: Cache;
  }
}
