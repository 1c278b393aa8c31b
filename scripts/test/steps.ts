import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from '../start/compile-cache.ts';
import type { Report } from './reporter.ts';

export interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly summary: string;
  /** What failed and why: elsewhere it stands far above, among thousands of lines. */
  readonly failures: readonly string[];
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A tool that either succeeds or does not counts as one test. */
export async function runCommand(name: string, command: string, args: string[]): Promise<Outcome> {
  process.stdout.write(`\n▸ ${name}\n`);
  const since = performance.now();
  const code = await spawnAndWait(command, args, {});
  const isOk = code === 0;
  return { name, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, summary: seconds(since), failures: [] };
}

export async function runVitest(
  name: string,
  options: { projects: readonly string[]; env?: Record<string, string>; workers?: number },
): Promise<Outcome> {
  process.stdout.write(`\n▸ ${name}\n`);
  const since = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'tally-tests-'));
  const reportFile = join(folder, 'report.json');
  const args = [
    'run',
    ...options.projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=./scripts/test/reporter.ts',
    // The large chaos tests measure times; side by side they would measure each other.
    ...(process.env.SOAK ? ['--no-file-parallelism'] : options.workers ? [`--maxWorkers=${options.workers}`] : []),
  ];
  const code = await spawnAndWait('node_modules/.bin/vitest', args, { ...options.env, TEST_REPORT: reportFile });
  const report = await readReport(reportFile);
  await rm(folder, { recursive: true });
  return {
    name,
    passed: report.passed,
    failed: Math.max(report.failed, code === 0 ? 0 : 1),
    summary: `${report.passed} tests, ${seconds(since)}`,
    failures: report.failures,
  };
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch (error) {
    process.stderr.write(`vitest wrote no report: ${(error as Error).message}\n`);
    return { passed: 0, failed: 1, failures: ['vitest wrote no report'] };
  }
}

export function skipped(name: string, reason: string): Outcome {
  process.stdout.write(`\n▸ ${name}: skipped, ${reason}\n`);
  return { name, passed: 0, failed: 0, summary: `skipped: ${reason}`, failures: [] };
}

function spawnAndWait(command: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...compileCache,
        NODE_ENV: 'test',
        ...(process.env.CI ? { NO_COLOR: '1' } : { FORCE_COLOR: '1' }),
        ...env,
      },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
