import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { isTest } from '../rules/floors.ts';
import { importsOf, readSources, resolveRelative, type SourceFile } from '../rules/source.ts';

const readable = /\.(ts|tsx|mjs|md|css)$|(^|\/)(package|biome|tsconfig)\.json$|^apps\/web\/messages\/en-US\//;

/** The repository, which is read once, and computed results that measures share. */
export interface House {
  readonly files: readonly SourceFile[];
  /** The code of apps and packages, without tests, declarations and test-only files. */
  readonly product: readonly SourceFile[];
  /** The product, and its scripts and benches. */
  readonly code: readonly SourceFile[];
  readonly paths: ReadonlySet<string>;
  /** Returns our files that a file imports, including for types only. */
  readonly importsOf: (path: string) => readonly string[];
  readonly importersOf: (path: string) => readonly string[];
  /** Code files by folder, without tests. */
  readonly folders: ReadonlyMap<string, readonly SourceFile[]>;
}

const isCode = ({ path }: SourceFile): boolean =>
  /^(apps|packages|scripts|bench)\/.*\.(ts|tsx|mjs)$/.test(path) &&
  !isTest(path) &&
  !/\.d\.ts$|^packages\/contract\/src\/testing\//.test(path);

export function houseOf(files: readonly SourceFile[]): House {
  const code = files.filter(isCode);
  const paths = new Set(code.map(({ path }) => path));
  let arrows: ReadonlyMap<string, readonly string[]> | undefined;
  let importers: ReadonlyMap<string, readonly string[]> | undefined;
  const imports = () => (arrows ??= new Map(code.map((file) => [file.path, targetsOf(file, paths)])));
  const imported = () => (importers ??= invert(imports()));
  return {
    files,
    code,
    product: code.filter(({ path }) => /^(apps|packages)\//.test(path)),
    paths,
    importsOf: (path) => imports().get(path) ?? [],
    importersOf: (path) => imported().get(path) ?? [],
    folders: Map.groupBy(code, ({ path }) => dirname(path)),
  };
}

export const readHouse = (): House => houseOf(readSources(readable));

/** Reads the repository at a commit. */
export function houseAt(commit: string): House {
  const paths = git(['ls-tree', '-r', '--name-only', commit])
    .split('\n')
    .filter((path) => readable.test(path));
  const told = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''), 'buffer');
  let at = 0;
  const files = paths.map((path) => {
    const head = told.indexOf('\n', at);
    const size = Number(told.toString('utf8', at, head).split(' ')[2]);
    const text = told.toString('utf8', head + 1, head + 1 + size);
    at = head + size + 2;
    return { path, text };
  });
  return houseOf(files);
}

/** Returns the commits that changed a file, newest first, or nothing without a history. */
export function changesOf(path: string): string[] {
  try {
    return git(['log', '-20', '--format=%H', '--', path]).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Commits before this time predate the rule, and those before RULED may be long. */
const COUNTED = '2026-11-28T15:00:00Z';
const RULED = '2026-11-30T00:00:00Z';
export const LONGEST_SUBJECT = 72;

/** Returns commit subjects that are too long, and those that fail the tests. A downloaded archive has no history. */
export function longSubjects(): { counted: string[]; failing: string[] } {
  const after = (moment: string): string[] => {
    try {
      return git(['log', '--no-merges', `--since=${moment}`, '--format=%s'])
        .split('\n')
        .filter((subject) => subject.length > LONGEST_SUBJECT);
    } catch {
      return [];
    }
  };
  return { counted: after(COUNTED), failing: after(RULED) };
}

function git(words: readonly string[], input?: string): string;
function git(words: readonly string[], input: string, as: 'buffer'): Buffer;
function git(words: readonly string[], input = '', as: 'buffer' | 'utf8' = 'utf8'): string | Buffer {
  const options = { input, maxBuffer: 256e6, stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] };
  const out = execFileSync('git', words, options);
  return as === 'buffer' ? out : out.toString('utf8');
}

function targetsOf(file: SourceFile, paths: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const specifier of importsOf(file)) {
    const target = specifier.startsWith('.')
      ? resolveRelative(file.path, specifier)
      : specifier.replace(/^@tally\/([\w-]+)/, 'packages/$1/src');
    const hit = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((path) => paths.has(path));
    if (hit && hit !== file.path) found.add(hit);
  }
  return [...found];
}

function invert(arrows: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const back = new Map<string, string[]>();
  for (const [from, targets] of arrows) {
    for (const target of targets) {
      const list = back.get(target);
      if (list) list.push(from);
      else back.set(target, [from]);
    }
  }
  return back;
}
