/** Returns the selection after a click. A click toggles one item, and Shift selects the range from the last one. */
export function afterClick(
  chosen: ReadonlySet<string>,
  about: {
    readonly keys: readonly string[];
    readonly key: string;
    readonly last: string | null;
    readonly isRange: boolean;
  },
): ReadonlySet<string> {
  const { keys, key, last, isRange } = about;
  const next = new Set(chosen);
  const [from, to] = [last === null ? -1 : keys.indexOf(last), keys.indexOf(key)];
  if (isRange && from >= 0) {
    for (const each of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
  } else if (!next.delete(key)) next.add(key);
  return next;
}
