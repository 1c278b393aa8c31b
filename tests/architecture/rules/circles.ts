import { resolveRelative, type SourceFile } from './source.ts';

const statement = /^(?:import|export)\s(?!type\b)(?:([^'"`;]*?)\sfrom\s*)?['"](\.[^'"]+)['"]/gm;
const lazy = /\bimport\s*\(\s*['"](\.[^'"]+)['"]/g;

/** Imports such as `{ type A, type B }` have no runtime value. */
function bringsValues(names: string | undefined): boolean {
  const braced = /^\{([^}]*)\}$/.exec(names?.trim() ?? '')?.[1];
  if (braced === undefined) return true;
  return braced.split(',').some((name) => name.trim() !== '' && !/^type\s/.test(name.trim()));
}

/** Returns the files that must load before this one. Type imports do not exist at runtime. */
export function valueImportsOf({ path, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [...code.matchAll(statement)]
    .filter(([, names]) => bringsValues(names))
    .map(([, , specifier]) => specifier as string);
  for (const [, specifier] of code.matchAll(lazy)) found.push(specifier as string);
  return found.map((specifier) => resolveRelative(path, specifier));
}

/**
 * Finds circular value imports between files of one package, each as one sentence. They work only if no file uses
 * another during loading. Type circles are allowed, because types do not exist at runtime. The floors prevent circles
 * between packages.
 */
export function valueCircleViolations(files: readonly SourceFile[]): string[] {
  const product = files.filter(({ path }) => !/\.test\.tsx?$|\.d\.ts$/.test(path));
  const known = new Map(product.map((file) => [file.path, file]));
  const graph = new Map(product.map((file) => [file.path, new Set<string>()]));
  for (const file of product) {
    for (const target of valueImportsOf(file)) {
      const found = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((path) => known.has(path));
      if (found) graph.get(file.path)?.add(found);
    }
  }
  return knotsOf(graph).map((paths) => `in a circle: ${paths.join(', ')}`);
}

/** Finds strongly connected components (Tarjan) of several files, and files that import themselves. */
function knotsOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const place = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const knots: string[][] = [];
  const visit = (name: string): void => {
    const own = place.size;
    place.set(name, own);
    lowest.set(name, own);
    path.push(name);
    onPath.add(name);
    for (const next of graph.get(name) ?? []) {
      if (!place.has(next)) visit(next);
      if (onPath.has(next)) lowest.set(name, Math.min(lowest.get(name) as number, lowest.get(next) as number));
    }
    if (lowest.get(name) !== own) return;
    const knot = path.splice(path.indexOf(name));
    for (const each of knot) onPath.delete(each);
    if (knot.length > 1 || graph.get(name)?.has(name)) knots.push(knot.toSorted());
  };
  for (const name of graph.keys()) visit(name);
  return knots;
}
