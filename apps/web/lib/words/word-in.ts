/** The text under a key that is built from data; empty if there is none. */
export const wordIn = (t: { (key: never): string; has: (key: never) => boolean }, key: string): string | undefined =>
  t.has(key as never) ? t(key as never) : undefined;
