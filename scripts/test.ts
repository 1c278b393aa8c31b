import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findChromium } from '@tally/tests/chromium';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { fetchChromium } from './test/chromium.ts';
import { labelFailures } from './test/labels.ts';
import { fewer, floors, smoke } from './test/parts.ts';
import { type Outcome, runCommand, runVitest, skipped } from './test/steps.ts';
import { summarise } from './test/summary.ts';

/**
 * Runs all checks, cheapest first. `--only a,b` picks steps, `--soak` runs the chaos tests at their nightly size,
 * `--soak full` at their full size. The last line is `N passed, N failed`.
 */
const steps = [
  'types',
  'lint',
  'format',
  'unit',
  'architecture',
  'simulation',
  'database',
  'scenarios',
  'chaos',
  'browser',
] as const;
type Step = (typeof steps)[number];

/** By default the runner leaves one core free, but no other process needs it here. */
const cores = availableParallelism();

const bin = (name: string) => `node_modules/.bin/${name}`;

/** Caches the last result next to the dependencies, so only changed parts are checked again. */
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
  const started = performance.now();
  const needsPostgres = chosen.some((step) => step === 'database' || step === 'scenarios' || step === 'browser');
  const postgres = needsPostgres ? await startPostgres() : null;
  const server = postgres && 'url' in postgres ? postgres : null;
  const missing = postgres && 'reason' in postgres ? [skipped('real Postgres', postgres.reason)] : [];
  try {
    const outcomes = [...missing, ...(await runAll(chosen, server))];
    const labels = await labelFailures(outcomes);
    const failed = summarise(outcomes, { labels, tookMs: performance.now() - started });
    process.exitCode = failed > 0 ? 1 : 0;
  } finally {
    await server?.stop();
  }
}

/**
 * Runs the steps one after the other, except for chaos. It mostly waits for leases, so it runs at low priority beside
 * the steps before the browser tests, whose pages it would slow down. A soak measures times and runs alone.
 */
async function runAll(chosen: readonly Step[], postgres: PostgresServer | null): Promise<Outcome[]> {
  const isBeside = chosen.includes('chaos') && chosen.length > 1 && !process.env.SOAK;
  const chaos = isBeside ? runVitest('chaos', { ...chaosRun, isBeside }) : null;
  // These steps run in parallel, because each alone leaves a core idle most of the time.
  const atOnce = chosen.filter((step) => step === 'types' || step === 'lint' || step === 'format');
  const outcomes = (await Promise.all(atOnce.map((step) => run(step, postgres)))).flat();
  for (const step of chosen.slice(atOnce.length)) {
    if (step === 'chaos' && chaos) outcomes.push(await chaos);
    else outcomes.push(...(await run(step, postgres)));
  }
  return outcomes;
}

/** There are more workers than cores, because these tests mostly wait for leases to end. */
const chaosRun = { projects: ['chaos'], workers: 3 };

async function run(step: Step, postgres: PostgresServer | null): Promise<Outcome[]> {
  switch (step) {
    case 'types':
      return await Promise.all([
        runCommand('types: server', bin('tsc'), typesOf('server', 'tsconfig.json')),
        runCommand('types: web', bin('tsc'), typesOf('web', 'apps/web/tsconfig.json')),
        runCommand('types: page of the simulated world', bin('tsc'), typesOf('sim', 'apps/sim/src/page/tsconfig.json')),
      ]);
    case 'lint':
      return [await runCommand('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'])];
    case 'format':
      return [await runCommand('format', bin('biome'), ['check', '.'])];
    case 'unit':
      return [await runVitest(step, { projects: ['unit', 'web'], workers: cores })];
    case 'architecture':
    case 'simulation':
      return [await runVitest(step, { projects: [step], workers: cores })];
    case 'database':
      return onBothEngines(postgres);
    case 'scenarios':
      return inScenarios(postgres);
    case 'chaos':
      return [await runVitest(step, chaosRun)];
    case 'browser':
      return inBrowser(postgres);
    default:
      return step satisfies never;
  }
}

/** Lets a step use the Postgres server, and counts the server's CPU time for it. */
const on = (postgres: PostgresServer, env: Record<string, string> = {}) => ({
  postgres,
  env: { TEST_DATABASE_URL: postgres.url, ...env },
});
const onPostgres = { TEST_DB: 'postgres' };
const onEmbedded = { TEST_DB: 'embedded' };

/** Runs features only on Postgres if it is available. `--soak` runs everything twice. */
async function onBothEngines(postgres: PostgresServer | null): Promise<Outcome[]> {
  const projects = ['database'];
  const [files, sizes] = postgres && !process.env.SOAK ? [floors, fewer] : [[], {}];
  const env = { ...onEmbedded, ...sizes };
  const embedded = await runVitest('database: embedded', { projects, files, env, workers: cores });
  if (!postgres) return [embedded];
  const run = { projects, ...on(postgres, onPostgres), workers: cores };
  return [embedded, await runVitest('database: Postgres', run)];
}

/** These tests wait a third of the time, so there is one more worker than cores. */
async function inScenarios(postgres: PostgresServer | null): Promise<Outcome[]> {
  const run = { projects: ['scenarios'], workers: cores + 1 };
  if (!postgres) return [await runVitest('scenarios', { ...run, env: onEmbedded })];
  return [
    await runVitest('scenarios', { ...run, ...on(postgres, onPostgres) }),
    await runVitest('scenarios: embedded', { ...run, env: onEmbedded, files: smoke }),
  ];
}

/** Pages and server wait for each other: with three files on two cores, each core was idle half of the time. */
async function inBrowser(postgres: PostgresServer | null): Promise<Outcome[]> {
  const own = findChromium();
  const chromium = own ? { path: own } : fetchChromium();
  if ('reason' in chromium) return [skipped('browser tests', chromium.reason)];
  const browser = { CHROMIUM_PATH: chromium.path };
  const server = postgres ? on(postgres, { ...onPostgres, ...browser }) : { env: { ...onEmbedded, ...browser } };
  return [await runVitest('browser', { projects: ['browser'], ...server, workers: cores * 2 })];
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

if (!existsSync('package.json')) process.chdir(new URL('..', import.meta.url).pathname);
await main();
