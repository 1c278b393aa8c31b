import type { SidebarEntry } from '../../features/registry.ts';

/** Returns the sidebar entry with the longest path that matches the URL. */
export function roomOf<Entry extends Pick<SidebarEntry, 'path' | 'rooms'>>(
  entries: readonly Entry[],
  below: string,
): Entry | undefined {
  const named = entries.flatMap((entry) => [entry.path, ...(entry.rooms ?? [])].map((path) => ({ entry, path })));
  const fitting = named.filter(({ path }) => below === path || below.startsWith(`${path}/`));
  return fitting.sort((one, other) => other.path.length - one.path.length)[0]?.entry;
}
