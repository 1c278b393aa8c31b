import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '../../tests/helpers/postgres.ts';

type Env = Readonly<Record<string, string>>;

/** Starts a temporary Postgres for the work and deletes it. */
export async function withPostgres<T>(work: (postgres: PostgresServer) => T | Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  if ('reason' in postgres) throw new Error(postgres.reason);
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** Runs a file as a scenario of the checkout in `folder`. */
export function runScenario(
  postgres: PostgresServer,
  { file, folder, env }: { file: string; folder: string; env: Env },
) {
  execFileSync('vitest', ['run', '--project', 'scenarios', file], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DB: 'postgres',
      TEST_DATABASE_URL: postgres.url,
      PG_DUMP: join(postgres.programs, 'pg_dump'),
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      ...env,
    },
  });
}

/** Installs a release in a separate checkout, and runs one of our files there as a scenario. */
export function runInRelease(postgres: PostgresServer, about: { tag: string; file: string; env: Env }): void {
  const folder = mkdtempSync(join(tmpdir(), 'tally-upgrade-'));
  const run = (program: string, args: readonly string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: 'inherit' });
  try {
    run('git', ['worktree', 'add', '--detach', folder, about.tag], process.cwd());
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
    const file = 'tests/scenarios/of-another-release.test.ts';
    copyFileSync(about.file, join(folder, file));
    runScenario(postgres, { file, folder, env: about.env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    run('git', ['worktree', 'prune'], process.cwd());
  }
}
