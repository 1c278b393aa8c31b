import { type Change, mustRead, ScaffoldError, type Tree } from '../scaffold/edits.ts';

export interface Release {
  readonly changes: readonly Change[];
  /** The text of the tag, which is the release's section of the changelog. */
  readonly note: string;
}

/** The facts that people need before an update. Every release must state all three. */
const promises = ['Upgrade from', 'Needs', 'Undo'];
const folders = ['apps', 'packages'];
/** App stores show the version in these files. */
const shownInStores = ['casaos/docker-compose.yml', 'dokploy/meta.json', 'umbrel/umbrel-app.yml'].map(
  (path) => `deploy/${path}`,
);

/** Moves the unreleased changes under a new heading, and sets the version of every package. */
export function planRelease(version: string, day: string, tree: Tree): Release {
  const current = JSON.parse(mustRead(tree, 'package.json')).version as string;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ScaffoldError(`"${version}" is not a version such as 0.6.0`);
  if (!isAfter(version, current)) throw new ScaffoldError(`${version} does not come after ${current}`);
  const changelog = mustRead(tree, 'CHANGELOG.md');
  const [, before, unreleased, after] = /^([^]*?^## Unreleased\n)([^]*?)(^## [^]*)$/m.exec(changelog) ?? [];
  if (before === undefined || unreleased === undefined || after === undefined) {
    throw new ScaffoldError('CHANGELOG.md needs "## Unreleased" above an earlier release');
  }
  if (!/^### /m.test(unreleased)) throw new ScaffoldError('CHANGELOG.md names no unreleased change');
  const missing = promises.filter((promise) => !unreleased.includes(`- **${promise}**: `));
  if (missing.length > 0) {
    throw new ScaffoldError(`"## Unreleased" needs a line "- **${missing[0]}**: …" above its changes`);
  }
  const text = `${before}\n## ${version} (${day})\n${unreleased}${after}`;
  return {
    note: `Tally ${version}\n\n${unreleased.trim()}\n`,
    changes: [
      { path: 'CHANGELOG.md', text },
      ...manifests(tree, version),
      ...storesOf(tree, version),
      lockOf(tree, version),
    ],
  };
}

const numbers = (version: string): number[] => version.split('.').map(Number);

function isAfter(version: string, current: string): boolean {
  const [one, other] = [numbers(version), numbers(current)];
  const at = one.findIndex((number, place) => number !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

function manifests(tree: Tree, version: string): Change[] {
  const places = folders.flatMap((folder) => tree.list(folder).map((name) => `${folder}/${name}/package.json`));
  return ['package.json', ...places].flatMap((path) => {
    const text = tree.read(path);
    return text === null ? [] : [{ path, text: text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`) }];
  });
}

function storesOf(tree: Tree, version: string): Change[] {
  return shownInStores.flatMap((path) => {
    const text = tree.read(path);
    const next = text?.replace(/^( *"?version"?: "?)\d+\.\d+\.\d+("?,?)$/m, `$1${version}$2`);
    return next === undefined ? [] : [{ path, text: next }];
  });
}

function lockOf(tree: Tree, version: string): Change {
  const path = 'package-lock.json';
  const lock = JSON.parse(mustRead(tree, path)) as { version: string; packages: Record<string, { version?: string }> };
  lock.version = version;
  for (const [place, entry] of Object.entries(lock.packages)) {
    const isOurs = place === '' || folders.some((folder) => place.startsWith(`${folder}/`));
    if (isOurs && !place.includes('node_modules/')) entry.version = version;
  }
  return { path, text: `${JSON.stringify(lock, null, 2)}\n` };
}
