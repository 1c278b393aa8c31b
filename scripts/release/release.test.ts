import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { write } from '../scaffold/write.ts';

const program = new URL('../release.ts', import.meta.url).pathname;
const promises = '- **Upgrade from**: 1.4\n- **Needs**: Node 20\n- **Undo**: start 1.4 again\n';
const changelog = (top: string) =>
  `# Changelog\n\n## Unreleased\n\n${top}\n## 1.4.0 (2026-01-01)\n\n### Added\n- Old\n`;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
let folder: string;

/** Removes the variables that git sets for its hooks, which point to another repository. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const release = (version: string) =>
  spawnSync(process.execPath, [program, version], { cwd: folder, env, encoding: 'utf8' });

function commit(top: string): void {
  write(folder, [{ path: 'CHANGELOG.md', text: changelog(top) }]);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'work');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  const packages = { '': {}, 'apps/web': {}, 'apps/web/node_modules/next': { version: '9.9.9' }, tests: {} };
  write(folder, [
    { path: 'package.json', text: json({ name: 'tally', version: '1.4.0' }) },
    { path: 'apps/web/package.json', text: json({ name: 'web', version: '1.4.0' }) },
    { path: 'deploy/casaos/docker-compose.yml', text: 'x:\n  version: 1.4.0\n  image: a:1.4.0\n' },
    { path: 'deploy/dokploy/meta.json', text: json({ version: '1.4.0', name: 'Tally' }) },
    { path: 'deploy/pelican/egg.json', text: json({ meta: { version: 'PTDL_v2' } }) },
    { path: 'package-lock.json', text: json({ version: '1.4.0', packages }) },
  ]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.org');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a release gives the changes a heading, sets every version, and carries its section as tag', () => {
  commit(`${promises}\n### Added\n- New\n`);
  expect(release('1.5.0')).toMatchObject({ status: 0, stderr: '' });
  expect(read('CHANGELOG.md')).toMatch(/## Unreleased\n\n## 1\.5\.0 \(\d{4}-\d\d-\d\d\)\n\n- \*\*Upgrade from/);
  expect(JSON.parse(read('package.json')).version).toBe('1.5.0');
  expect(JSON.parse(read('apps/web/package.json')).version).toBe('1.5.0');
  expect(read('deploy/casaos/docker-compose.yml')).toBe('x:\n  version: 1.5.0\n  image: a:1.4.0\n');
  expect(JSON.parse(read('deploy/dokploy/meta.json'))).toEqual({ version: '1.5.0', name: 'Tally' });
  expect(JSON.parse(read('deploy/pelican/egg.json')).meta.version).toBe('PTDL_v2');
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages['apps/web'].version]).toEqual(['1.5.0', '1.5.0', '1.5.0']);
  expect(packages['apps/web/node_modules/next'].version).toBe('9.9.9');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('chore(release): 1.5.0');
  expect(git('tag', '-l', '--format=%(contents)', 'v1.5.0')).toContain('### Added\n- New');
  expect(release('1.5.0').stderr).toBe('No release: v1.5.0 exists already.\n');
});

test.each([
  ['1.4.0 does not come after 1.4.0', '1.4.0', `${promises}\n### Added\n- New\n`],
  ['"1.10" is not a version such as 0.6.0', '1.10', `${promises}\n### Added\n- New\n`],
  ['"## Unreleased" needs a line "- **Upgrade from**: …" above its changes', '1.5.0', '### Added\n- New\n'],
  ['CHANGELOG.md names no unreleased change', '1.5.0', promises],
])('a refusal is one sentence: %s', (sentence, version, top) => {
  commit(top);
  expect(release(version)).toMatchObject({ status: 1, stderr: `No release: ${sentence}.\n` });
  expect(git('tag')).toBe('');
  expect(git('status', '--porcelain')).toBe('');
});

test('uncommitted work and another branch are refused', () => {
  commit(`${promises}\n### Added\n- New\n`);
  git('switch', '--quiet', '--create', 'idea');
  expect(release('1.5.0').stderr).toBe('No release: releases are made on main.\n');
  write(folder, [{ path: 'note.txt', text: 'x' }]);
  expect(release('1.5.0').stderr).toBe('No release: commit or remove your changes first.\n');
});
