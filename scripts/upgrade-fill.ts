/** `npm run upgrade:fill -- v0.5.0`: fills a database with a release, for the test that upgrades it. Needs Postgres. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../tests/helpers/postgres.ts';

const tag = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'tally-upgrade-'));
const run = (program: string, args: readonly string[], { cwd = folder, env = {} } = {}) =>
  execFileSync(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });

const postgres = await startPostgres();
if ('reason' in postgres) throw new Error(postgres.reason);
try {
  run('git', ['worktree', 'add', '--detach', folder, tag], { cwd: process.cwd() });
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  copyFileSync('tests/upgrades/fill.ts', join(folder, 'tests/scenarios/fill.test.ts'));
  const env = {
    TEST_DB: 'postgres',
    TEST_DATABASE_URL: postgres.url,
    PG_DUMP: join(postgres.programs, 'pg_dump'),
    UPGRADE_FILE: resolve(`tests/upgrades/${tag}.sql.gz`),
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  };
  run('vitest', ['run', '--project', 'scenarios', 'tests/scenarios/fill.test.ts'], { env });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  run('git', ['worktree', 'prune'], { cwd: process.cwd() });
}
