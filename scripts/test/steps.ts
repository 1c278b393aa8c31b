import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { compileCache } from '../start/compile-cache.ts';
import { metered, readMeter, workOfPostgres } from './meter.ts';
import type { Failure, FileTime, Report } from './reporter.ts';

export interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** The reason why the step did not run, or the number of tests. */
  readonly note: string | null;
  /** The wall time; null if the step did not run. */
  readonly seconds: number | null;
  /** The CPU time of all ended processes of the step, and of Postgres. Null if the system does not report it. */
  readonly cpuSeconds: number | null;
  /** The failures and their reasons, repeated because the log above has thousands of lines. */
  readonly failures: readonly Failure[];
  /** The tests of the step that did not run. */
  readonly skipped: readonly string[];
  readonly files: readonly FileTime[];
  readonly run: VitestRun | null;
  /** True if the machine lacks something that the step needs. */
  readonly isSkipped?: boolean;
}

export interface VitestRun {
  readonly projects: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly workers?: number;
  /** The server whose CPU time counts for the step. */
  readonly postgres?: { readonly dataDir: string };
  /** True if it runs beside the other steps at low priority, and prints when it is done. */
  readonly isBeside?: boolean;
  /** Parts of file paths; all files if absent. */
  readonly files?: readonly string[];
  /** The seed for a random order, which it reproduces. */
  readonly shuffle?: number;
}

/** Runs a tool, which counts as one test. Other steps run beside it, so its output is printed in one piece. */
export async function runCommand(name: string, command: string, args: readonly string[]): Promise<Outcome> {
  const { code, seconds, cpuSeconds, printed } = await spawnAndWait(command, args, { output: 'held' });
  process.stdout.write(`\n▸ ${name}\n${printed}`);
  const isOk = code === 0;
  const nothing = { note: null, failures: [], skipped: [], files: [], run: null };
  return { name, passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, seconds, cpuSeconds, ...nothing };
}

export async function runVitest(name: string, run: VitestRun): Promise<Outcome> {
  if (!run.isBeside) process.stdout.write(`\n▸ ${name}\n`);
  const before = run.postgres ? workOfPostgres(run.postgres.dataDir) : null;
  const { report, code, seconds, cpuSeconds, printed } = await vitest(run, run.isBeside ? 'held' : 'shown');
  const after = run.postgres ? workOfPostgres(run.postgres.dataDir) : null;
  if (run.isBeside) process.stdout.write(`\n▸ ${name} (ran beside the others)\n${printed}`);
  return {
    name,
    passed: report.passed,
    failed: Math.max(report.failures.length, code === 0 ? 0 : 1),
    note: `${report.passed} tests`,
    seconds,
    cpuSeconds: cpuSeconds === null ? null : cpuSeconds + ((after ?? 0) - (before ?? 0)),
    failures: report.failures,
    skipped: report.skipped,
    files: report.files,
    run,
  };
}

/** Repeats the run silently to collect the failures. */
export async function failuresOf(run: VitestRun): Promise<readonly Failure[]> {
  return (await vitest(run, 'unseen')).report.failures;
}

async function vitest(run: VitestRun, output: Output): Promise<Ended & { readonly report: Report }> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-tests-'));
  const reportFile = join(folder, 'report.json');
  const args = [
    'run',
    ...(run.files ?? []),
    ...run.projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=./scripts/test/reporter.ts',
    ...(run.shuffle === undefined ? [] : ['--sequence.shuffle.files', `--sequence.seed=${run.shuffle}`]),
    // The large chaos tests measure times, which parallel runs would distort.
    ...(process.env.SOAK ? ['--no-file-parallelism'] : run.workers ? [`--maxWorkers=${run.workers}`] : []),
  ];
  const env = { ...run.env, TEST_REPORT: reportFile };
  const ended = await spawnAndWait('node_modules/.bin/vitest', args, { env, output, isPolite: run.isBeside === true });
  const report = await readReport(reportFile);
  await rm(folder, { recursive: true });
  return { ...ended, report };
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch (error) {
    const name = 'vitest wrote no report';
    process.stderr.write(`${name}: ${(error as Error).message}\n`);
    return { passed: 0, failures: [{ name, file: null, why: [] }], skipped: [], files: [] };
  }
}

/** A contributor's machine may lack a part. In CI, a run with skipped tests fails, because it proves too little. */
export function skipped(
  name: string,
  reason: string,
  { isCi = Boolean(process.env.CI), say = (line: string) => void process.stdout.write(line) } = {},
): Outcome {
  say(`\n▸ ${name}: skipped, ${reason}\n`);
  const nothing = { seconds: null, cpuSeconds: null, failures: [], skipped: [], files: [], run: null };
  return { name, passed: 0, failed: isCi ? 1 : 0, note: `skipped: ${reason}`, isSkipped: true, ...nothing };
}

/** Output is printed immediately, later as a whole, or never. */
type Output = 'shown' | 'held' | 'unseen';

interface Ended {
  readonly code: number;
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  /** The output, if it was held back. */
  readonly printed: string;
}

interface Spawning {
  readonly env?: Readonly<Record<string, string>>;
  readonly output?: Output;
  readonly isPolite?: boolean;
}

async function spawnAndWait(
  program: string,
  given: readonly string[],
  { env = {}, output = 'shown', isPolite = false }: Spawning,
): Promise<Ended> {
  const since = performance.now();
  const { command, args, meter } = metered(program, given, { isPolite });
  const way = output === 'shown' ? 'inherit' : output === 'held' ? 'pipe' : 'ignore';
  const child = spawn(command, args, {
    stdio: ['ignore', way, way, meter === null ? 'ignore' : 'pipe'],
    env: {
      ...process.env,
      ...compileCache,
      NODE_ENV: 'test',
      ...(process.env.CI ? { NO_COLOR: '1' } : { FORCE_COLOR: '1' }),
      ...env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  const counted = meter === null ? '' : text(child.stdio[meter] as Readable);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  const seconds = (performance.now() - since) / 1000;
  return { code, seconds, cpuSeconds: readMeter(await counted), printed };
}
