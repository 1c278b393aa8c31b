type Parts = readonly unknown[];

/**
 * Caches results for embeds or components alone by identity. A notification sends the same array in thousands of
 * messages (see schema.ts). Errors are not cached.
 */
export function once<Result>(work: (parts: Parts) => Result): (parts: Parts) => Result {
  const done = new WeakMap<Parts, { readonly result: Result }>();
  return (parts) => {
    const before = done.get(parts);
    if (before) return before.result;
    const result = work(parts);
    done.set(parts, { result });
    return result;
  };
}
