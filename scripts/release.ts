/** `npm run release -- 0.6.0` writes the changelog and versions, commits and tags. It does not push. */
import { execFileSync } from 'node:child_process';
import { planRelease } from './release/plan.ts';
import { ScaffoldError } from './scaffold/edits.ts';
import { treeAt, write } from './scaffold/write.ts';

const folder = process.cwd();
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

try {
  const version = process.argv[2] ?? '';
  if (git('status', '--porcelain') !== '') throw new ScaffoldError('commit or remove your changes first');
  if (git('branch', '--show-current') !== 'main') throw new ScaffoldError('releases are made on main');
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new ScaffoldError(`${tag} exists already`);
  const { changes, note } = planRelease(version, new Date().toISOString().slice(0, 10), treeAt(folder));
  write(folder, changes);
  git('commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', '--cleanup=whitespace', tag, '--message', note);
  console.log(`${tag} is committed and tagged. Publish it: git push origin main ${tag}`);
} catch (error) {
  if (!(error instanceof ScaffoldError)) throw error;
  console.error(`No release: ${error.message}.`);
  process.exitCode = 1;
}
