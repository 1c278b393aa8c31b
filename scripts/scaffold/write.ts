import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Change, ScaffoldError, type Tree } from './edits.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const treeAt = (folder: string): Tree => ({
  read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null),
  list: (path) => (existsSync(join(folder, path)) ? readdirSync(join(folder, path)).sort() : []),
});

export function write(folder: string, changes: readonly Change[]): void {
  for (const { path, text } of changes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Writes and formats the files, and prints the next steps, or one sentence and an exit code after an error. */
export function runScaffold(plan: (name: string, tree: Tree) => readonly Change[], next: readonly string[]): void {
  try {
    const changes = plan(process.argv[2] ?? '', treeAt(root));
    write(root, changes);
    const code = changes.map(({ path }) => path).filter((path) => /\.(tsx?|json)$/.test(path));
    execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--linter-enabled=false', ...code], {
      cwd: root,
      stdio: 'ignore',
    });
    console.log(
      [...changes.map(({ path }) => `wrote ${path}`), '', 'Next:', ...next.map((step) => `- ${step}`)].join('\n'),
    );
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
