import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findChromium } from '@tally/tests/chromium';
import { startPostgres } from '@tally/tests/database';
import { type Outcome, runCommand, runVitest, skipped } from './test/steps.ts';

/**
 * Everything that is checked, in the order in which a mistake is cheapest to find. `--only a,b` picks steps, `--soak`
 * makes the chaos tests as large as they are at night, `--soak full` as large as they get.
 * The last line is `N passed, N failed`.
 */
const steps = ['types', 'lint', 'format', 'unit', 'architecture', 'database', 'scenarios', 'chaos', 'browser'] as const;
type Step = (typeof steps)[number];

/** Left to itself the runner keeps one core free; nobody else needs it. */
const cores = availableParallelism();

const bin = (name: string) => `node_modules/.bin/${name}`;

/** What was found last time is kept beside the dependencies: after a change, only what it touches is checked again. */
const typesOf = (name: string, config: string): string[] => [
  '-p',
  config,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${name}.tsbuildinfo`,
];

async function main(): Promise<void> {
  const soak = process.argv.indexOf('--soak');
  if (soak !== -1) process.env.SOAK = process.argv[soak + 1] === 'full' ? 'full' : 'nightly';
  const chosen = chosenSteps();
  const outcomes: Outcome[] = [];
  const started = performance.now();
  const needsPostgres = chosen.some((step) => step === 'database' || step === 'scenarios' || step === 'chaos');
  const postgres = needsPostgres ? await startPostgres() : null;
  const env: Record<string, string> = postgres && 'url' in postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  if (postgres && !('url' in postgres)) skipped('real Postgres', postgres.reason);
  try {
    for (const step of chosen) outcomes.push(...(await run(step, env)));
  } finally {
    if (postgres && 'url' in postgres) await postgres.stop();
  }
  summarise(outcomes, performance.now() - started);
}

async function run(step: Step, env: Record<string, string>): Promise<Outcome[]> {
  switch (step) {
    case 'types':
      // Side by side: each alone leaves a core idle for most of its time.
      return await Promise.all([
        runCommand('types: server', bin('tsc'), typesOf('server', 'tsconfig.json')),
        runCommand('types: web', bin('tsc'), typesOf('web', 'apps/web/tsconfig.json')),
        runCommand('types: page of the simulated world', bin('tsc'), typesOf('sim', 'apps/sim/src/page/tsconfig.json')),
      ]);
    case 'lint':
      return [await runCommand('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'])];
    case 'format':
      return [await runCommand('format', bin('biome'), ['format', '.'])];
    case 'unit':
      return [await runVitest(step, { projects: ['unit', 'web'], workers: cores })];
    case 'architecture':
      return [await runVitest(step, { projects: [step] })];
    case 'database':
      return onBothEngines(env);
    case 'scenarios':
      // They wait for answers, graces and leases most of the time: two side by side take half as long.
      return [await runVitest(step, { projects: [step], env, workers: 2 })];
    case 'chaos':
      // More than there are cores: most of their time these tests wait for a lease to end.
      return [await runVitest(step, { projects: [step], env, workers: 3 })];
    case 'browser':
      return inBrowser();
    default:
      return step satisfies never;
  }
}

async function onBothEngines(env: Record<string, string>): Promise<Outcome[]> {
  const embedded = await runVitest('database: embedded', {
    projects: ['database'],
    env: { TEST_DB: 'embedded' },
    workers: cores,
  });
  if (!env.TEST_DATABASE_URL) return [embedded];
  return [
    embedded,
    await runVitest('database: Postgres', {
      projects: ['database'],
      env: { ...env, TEST_DB: 'postgres' },
      workers: cores,
    }),
  ];
}

async function inBrowser(): Promise<Outcome[]> {
  const chromium = findChromium();
  if (!chromium) return [skipped('browser tests', 'no Chromium found; install it or set CHROMIUM_PATH')];
  return [await runVitest('browser', { projects: ['browser'], env: { CHROMIUM_PATH: chromium } })];
}

function chosenSteps(): readonly Step[] {
  const at = process.argv.indexOf('--only');
  if (at === -1) return steps;
  const wanted = (process.argv[at + 1] ?? '').split(',');
  const unknown = wanted.filter((name) => !steps.includes(name as Step));
  if (unknown.length > 0) {
    process.stderr.write(`No such step: ${unknown.join(', ')}. There are ${steps.join(', ')}.\n`);
    process.exit(1);
  }
  return steps.filter((step) => wanted.includes(step));
}

function summarise(outcomes: readonly Outcome[], tookMs: number): void {
  const line = (text: string) => process.stdout.write(`${text}\n`);
  line('');
  for (const each of outcomes) {
    line(`  ${each.failed > 0 ? 'failed' : 'ok    '}  ${each.name.padEnd(38)} ${each.summary}`);
    for (const failure of each.failures) line(failure.replace(/^/gm, '            '));
  }
  const passed = outcomes.reduce((sum, each) => sum + each.passed, 0);
  const failed = outcomes.reduce((sum, each) => sum + each.failed, 0);
  line(`\n  ${(tookMs / 1000).toFixed(0)} s\n`);
  line(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (!existsSync('package.json')) process.chdir(new URL('..', import.meta.url).pathname);
await main();
