/** Returns the text of a key that is built from data, or an empty string if there is none. */
export const wordIn = (t: { (key: never): string; has: (key: never) => boolean }, key: string): string | undefined =>
  t.has(key as never) ? t(key as never) : undefined;
