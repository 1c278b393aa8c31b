/** Changes to immutable lists. */
export const replaceAt = <T>(list: readonly T[], place: number, by: Partial<T>): T[] =>
  list.map((each, at) => (at === place ? { ...each, ...by } : each));

export const removeAt = <T>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place);

/** Moves an item by one place. An item at the end stays there. */
export function moveAt<T>(list: readonly T[], place: number, by: 1 | -1): readonly T[] {
  const target = place + by;
  const [one, other] = [list[place], list[target]];
  if (one === undefined || other === undefined) return list;
  return list.map((each, at) => (at === place ? other : at === target ? one : each));
}
