import { type ResolveFnOutput, registerHooks } from 'node:module';

/** Resolves relative paths of our files and Drizzle's without a search. Returns null if Node has to search. */
export function nextTo(specifier: string, parent: string): ResolveFnOutput | null {
  if (!specifier.startsWith('.')) return null;
  const isOurs = parent.endsWith('.ts') && specifier.endsWith('.ts');
  const isDrizzle = parent.includes('/node_modules/drizzle-orm/') && specifier.endsWith('.js');
  if (!isOurs && !isDrizzle) return null;
  const format = isOurs ? 'module-typescript' : 'module';
  return { url: new URL(specifier, parent).href, format, shortCircuit: true };
}

const homeOf = (parent: string): string => /^.*\/(?:apps|packages)\/[^/]+\//.exec(parent)?.[0] ?? parent;

/**
 * Halves the work of all imports. For each import, Node searches for a package.json above the file and parses it. Here
 * a package's name is looked up once for each of our packages.
 */
export function quickenImports(): void {
  const known = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL: parent } = context;
      if (parent === undefined) return next(specifier, context);
      const near = nextTo(specifier, parent);
      if (near || !parent.endsWith('.ts')) return near ?? next(specifier, context);
      const key = `${homeOf(parent)} ${specifier}`;
      const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
      known.set(key, found);
      return found;
    },
  });
}
