import { resolveRelative, type SourceFile } from './source.ts';

const statement = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'([^']+)';/gm;
const namesOnlyTypes = (names: string | undefined): boolean =>
  names !== undefined && /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/.test(names.trim());

/** Returns a file's runtime imports, without types and lazy imports. */
function broughtBy({ path, text }: SourceFile, files: ReadonlyMap<string, SourceFile>): string[] {
  const specifiers = [...text.matchAll(statement)]
    .filter(([, names]) => !namesOnlyTypes(names))
    .map(([, , from]) => from);
  return specifiers.map((from = '') => {
    if (from.startsWith('.')) return resolveRelative(path, from);
    const [, home, file] = /^@tally\/(contract|message)\/(.+)$/.exec(from) ?? [];
    const inside = `packages/${home}/src/${file}`;
    return [`${inside}.ts`, `${inside}/index.ts`].find((each) => files.has(each)) ?? from;
  });
}

/** Returns the paths on which pages send a package to the browser: from the page to the first file that imports it. */
export function waysToBrowser(pages: readonly string[], wanted: string, sources: readonly SourceFile[]): string[] {
  const files = new Map(sources.map((file) => [file.path, file]));
  const found: string[] = [];
  const seen = new Set<string>();
  const follow = (path: string, way: readonly string[], isInBrowser: boolean) => {
    const file = files.get(path);
    const key = `${path} ${isInBrowser}`;
    if (!file || seen.has(key)) return;
    seen.add(key);
    // From here on, all code goes to the browser. Before this point, only what a server page passes on does.
    const isSent = isInBrowser || file.text.startsWith(`'use client'`);
    for (const next of broughtBy(file, files)) {
      if (next === wanted && isSent) found.push([...way, path].join(' → '));
      else if (isSent || !next.startsWith('packages/')) follow(next, [...way, path], isSent);
    }
  };
  for (const page of pages) {
    if (!files.has(page)) throw new Error(`There is no ${page}`);
    follow(page, [], false);
  }
  return found;
}
