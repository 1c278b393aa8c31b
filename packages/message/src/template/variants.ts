/** Picks one of several wordings at random. `int(n)` returns a whole number below n. */
export function pickVariant<T>(variants: readonly T[], int: (below: number) => number): T | null {
  return variants.length === 0 ? null : (variants[int(variants.length)] ?? null);
}
