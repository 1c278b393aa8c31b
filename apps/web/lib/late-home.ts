import type { AnyEndpoint, BodyOf, Home } from '@tally/contract/wire/endpoint';

/** An endpoint of the contract that loads on its first call. */
export type Late<E extends AnyEndpoint> = () => Promise<E>;
export type LateBodyOf<L> = L extends Late<infer E> ? BodyOf<E> : never;

/**
 * A part of the contract whose schemas load with the first call. A page with prefetched answers makes no call, and
 * hydrates without a quarter of its scripts (decision 0123).
 */
export const lateHome = <H extends Home>(load: () => Promise<H>): { readonly [K in keyof H]: Late<H[K]> } =>
  new Proxy({} as { readonly [K in keyof H]: Late<H[K]> }, {
    get: (_, name) => async () => (await load())[name as keyof H],
  });
