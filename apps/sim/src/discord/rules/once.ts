type Parts = readonly unknown[];

/**
 * What follows from embeds or components alone is worked out once for the same ones: when a notification goes out,
 * thousands of messages hold the very same array (see schema.ts). What throws is asked again.
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
