/** The words under a key that is put together from data; nothing where there are none. */
export const wordIn = (t: { (key: never): string; has: (key: never) => boolean }, key: string): string | undefined =>
  t.has(key as never) ? t(key as never) : undefined;
