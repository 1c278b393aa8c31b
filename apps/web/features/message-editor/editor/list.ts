/** Immutable list changes. */
export const replaceAt = <T>(list: readonly T[], place: number, by: Partial<T>): T[] =>
  list.map((each, at) => (at === place ? { ...each, ...by } : each));

export const removeAt = <T>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place);

/** One place up or down; no change at the ends. */
export function moveAt<T>(list: readonly T[], place: number, by: 1 | -1): readonly T[] {
  const target = place + by;
  const [one, other] = [list[place], list[target]];
  if (one === undefined || other === undefined) return list;
  return list.map((each, at) => (at === place ? other : at === target ? one : each));
}
