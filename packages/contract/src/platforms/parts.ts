import type { aboutPlatforms, Platform } from './words.ts';

type Named<
  P extends Platform,
  Kind extends 'settings' | 'facts',
> = (typeof aboutPlatforms)[P]['streamer'][Kind][number];

export type Part<Parts, P extends Platform, Kind extends 'settings' | 'facts'> = Parts[Named<P, Kind> & keyof Parts];

type KeyOf<U> = U extends unknown ? keyof U : never;
type FieldOf<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never;

/** One object type with the fields of all members of a union. */
export type Merged<U> = { readonly [K in KeyOf<U>]: FieldOf<U, K> };

export function merged(parts: Readonly<Record<string, object>>, names: readonly string[]): object {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`no part of a streamer is called ${unknown}`);
  return Object.assign({}, ...names.map((name) => parts[name]));
}
