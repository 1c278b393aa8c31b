import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change, Tree } from '../../scripts/scaffold/edits.ts';
import { newFeature } from '../../scripts/scaffold/feature.ts';
import { newPlatform } from '../../scripts/scaffold/platform.ts';
import { treeAt, write } from '../../scripts/scaffold/write.ts';
import { featureFolderViolations, registryViolations } from './rules/features.ts';
import { readSources } from './rules/source.ts';

const root = resolve('.');
/** The maximum time for the compiler on a busy machine. */
const COMPILING = 120_000;
const parts =
  /^(?:packages\/[^/]+\/(?:src\/|package\.json)|apps\/sim\/(?:src\/|package\.json)|apps\/web\/|docs\/(?:words|public\/platforms\/)|tests\/)/;
let copy = '';
let feature: readonly Change[] = [];
let platform: readonly Change[] = [];
let serverErrors: readonly string[] = [];
let webErrors: readonly string[] = [];

/** Runs both scaffolds in a copy of the source, which is compiled once. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tally-scaffold-'));
  for (const { path, text } of readSources(/\.(?:ts|tsx|json|md)$/)) {
    if (parts.test(path)) write(copy, [{ path, text }]);
  }
  // npm installs some packages next to the workspace that needs them.
  for (const place of ['.', 'apps/web', ...readdirSync('packages').map((name) => `packages/${name}`)]) {
    const modules = join(root, place, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, place, 'node_modules'), 'junction');
  }
  for (const path of ['tsconfig.json', '.env.example', 'compose.yml']) cpSync(path, join(copy, path));
  feature = newFeature('watch-party', treeAt(copy));
  write(copy, feature);
  platform = newPlatform('example', treeAt(copy));
  write(copy, platform);
  serverErrors = typeErrors('tsconfig.json', [
    'packages/features/src/watch-party',
    'packages/infra/src/http/index.ts',
    'packages/platforms/src/example',
    'apps/sim/src/example',
  ]);
  webErrors = typeErrors('apps/web/tsconfig.json', ['apps/web/features/watch-party', 'apps/web/i18n']);
}, COMPILING);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Returns the compiler's errors in the copy, which uses its own packages instead of those in node_modules. */
function typeErrors(config: string, include: readonly string[]): readonly string[] {
  const names = readdirSync(join(copy, 'packages'));
  const paths = Object.fromEntries(
    names.flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(join(copy, `packages/${name}/package.json`), 'utf8')) as {
        exports: Record<string, string>;
      };
      return Object.entries(exports).map(([key, target]) => [
        `@tally/${name}${key.slice(1)}`,
        [`./packages/${name}/${target.slice(2)}`],
      ]);
    }),
  );
  writeFileSync(
    join(copy, 'tsconfig.scaffold.json'),
    JSON.stringify({ extends: `./${config}`, compilerOptions: { paths, incremental: false }, include, exclude: [] }),
  );
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.scaffold.json', '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
      .trim()
      .split('\n');
  }
}

describe('npm run new:feature', () => {
  test('writes files that compile, are in every registry and follow the rules of the house', () => {
    const written = feature.map(({ path }) => path);
    const registry = feature.find(({ path }) => path === 'packages/features/src/registry.ts');
    expect(written).toEqual(
      expect.arrayContaining([
        'packages/contract/src/watch-party/calls.ts',
        'packages/contract/src/registry.ts',
        'packages/contract/src/texts/ar/watch-party.ts',
        'packages/features/src/watch-party/routes.ts',
        'apps/web/features/watch-party/page.tsx',
        'apps/web/messages/ar-SA/watch-party.json',
        'docs/words.md',
      ]),
    );
    const folders = globSync('packages/features/src/**/index.ts', { cwd: copy });
    expect(registry && registryViolations(folders, registry)).toEqual([]);
    // The rules of this process do not know the new word, whose line is in the copy.
    expect(readFileSync(join(copy, 'tests/architecture/rules/features.ts'), 'utf8')).toContain("'watch-party'");
    const own = written.filter((path) => path.startsWith('packages/features/src/watch-party/'));
    expect(featureFolderViolations(own.map((path) => path.replace('watch-party', 'docs')))).toEqual([]);
    // Ignores unfinished work elsewhere in the tree.
    expect([...serverErrors, ...webErrors].filter((line) => written.some((path) => line.startsWith(path)))).toEqual([]);
  });

  test('a home whose calls are declared already gets a folder and a page, and keeps its declaration', () => {
    const tree = treeAt(root);
    const registry = 'packages/contract/src/registry.ts';
    const read = (path: string) =>
      path === registry ? `import { fanArt } from './fan-art/calls.ts';\n${tree.read(path)}` : tree.read(path);
    const paths = newFeature('fan-art', { ...tree, read }).map(({ path }) => path);
    expect(paths).toContain('packages/features/src/fan-art/index.ts');
    expect(paths.filter((path) => path.startsWith('packages/contract/'))).toEqual([]);
  });

  test.each(['Watch', 'watch_party', '', 'a--b'])('refuses the name "%s"', (name) => {
    expect(() => newFeature(name, treeAt(root))).toThrow(/is not a valid name/);
  });

  test('gives a language that was added since a text, too', () => {
    const tree = treeAt(root);
    const texts = 'packages/contract/src/texts';
    const german: Tree = {
      list: (path) => (path === texts ? [...tree.list(path), 'de'] : tree.list(path)),
      read: (path) => tree.read(path === `${texts}/de/index.ts` ? `${texts}/en/index.ts` : path),
    };
    const written = newFeature('watch-party', german).map(({ path }) => path);
    expect(written).toEqual(expect.arrayContaining([`${texts}/de/watch-party.ts`, `${texts}/de/index.ts`]));
  });

  test('refuses to write over a feature', () => {
    expect(() => newFeature('session', treeAt(root))).toThrow(/exists already/);
  });
});

describe('npm run new:platform', () => {
  test('writes an adapter and a simulator that compile, and leaves no type error in the contract', () => {
    const own = platform.map(({ path }) => path).filter((path) => /\/example\/.*\.ts$/.test(path));
    expect(own).toHaveLength(7);
    const files = serverErrors.filter((line) => !line.startsWith(' ')).map((line) => line.replace(/\(.*/, ''));
    const house = /^packages\/(?:contract|kernel)\/src\//;
    expect(files.filter((file) => house.test(file) || own.includes(file))).toEqual([]);
  });

  test('touches at most twelve files outside its own folders, all listed by the guide', () => {
    const guide = readFileSync('docs/add-a-platform.md', 'utf8').replaceAll('<name>', 'example');
    const folder = /^(?:packages\/platforms|apps\/sim)\/src\/example\//;
    const shared = platform.map(({ path }) => path).filter((path) => !folder.test(path));
    const folderOf = (path: string) => path.replace(/[^/]*$/, '');
    const isListed = (path: string) => [path, folderOf(path)].some((each) => guide.includes(`\`${each}\``));
    expect(shared.filter((path) => !isListed(path))).toEqual([]);
    expect(shared.length).toBeLessThanOrEqual(12);
  });

  test('refuses to write over a platform', () => {
    expect(() => newPlatform('kick', treeAt(root))).toThrow(/exists already/);
  });
});
