import { randomInt } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { findChromium } from '@tally/tests/chromium';
import { startPostgres } from '@tally/tests/database';
import { runVitest, type VitestRun } from './test/steps.ts';

/**
 * What could be red by chance, over and over while every core is busy with something else, and the files in another
 * order each time: who fails how often. `--only scenarios,chaos,browser`, `--rounds 10`, `--files vain-ping,billing`,
 * `--seed 7`.
 */
const kinds = ['scenarios', 'chaos', 'browser'] as const;
type Kind = (typeof kinds)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: kinds.join(',') },
    rounds: { type: 'string', default: '10' },
    files: { type: 'string', default: '' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});

async function main(): Promise<void> {
  const only = values.only.split(',');
  const unknown = only.filter((name) => !kinds.includes(name as Kind));
  if (unknown.length > 0) refuse(`No such kind: ${unknown.join(', ')}. There are ${kinds.join(', ')}.`);
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
    refuse('--rounds and --seed are whole numbers.');
  }
  const files = values.files.split(',').filter((name) => name !== '');
  const chosen = kinds.filter((kind) => only.includes(kind) && hasAny(kind, files));
  if (chosen.length === 0) refuse(`There is no such file: ${values.files}`);
  const started = await startPostgres();
  const postgres = 'url' in started ? started : null;
  if ('reason' in started) process.stdout.write(`Without Postgres: ${started.reason}\n`);
  const busy = keepCoresBusy();
  const failed = new Map<string, number>();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of chosen) {
        const shuffle = seed + round - 1;
        const name = `${kind}, round ${round} of ${rounds}, --seed ${shuffle}`;
        const { failures } = await runVitest(name, { ...runOf(kind, postgres), files, shuffle });
        for (const failure of failures) failed.set(failure.name, (failed.get(failure.name) ?? 0) + 1);
      }
    }
  } finally {
    await Promise.all(busy.map((each) => each.terminate()));
    await postgres?.stop();
  }
  report(failed, rounds);
}

const hasAny = (kind: Kind, files: readonly string[]): boolean =>
  globSync(`tests/${kind}/**/*.test.ts`).some(
    (path) => files.length === 0 || files.some((part) => path.includes(part)),
  );

function runOf(kind: Kind, postgres: { readonly url: string; readonly dataDir: string } | null): VitestRun {
  const server: Pick<VitestRun, 'postgres' | 'env'> = postgres
    ? { postgres, env: { TEST_DATABASE_URL: postgres.url, TEST_DB: 'postgres' } }
    : { env: { TEST_DB: 'embedded' } };
  if (kind === 'chaos') return { projects: [kind], workers: 2 };
  if (kind === 'scenarios') return { projects: [kind], ...server, workers: 2 };
  const chromium = findChromium();
  if (!chromium) refuse('No Chromium was found; install it, set CHROMIUM_PATH, or leave it out with --only.');
  return { projects: [kind], ...server, env: { ...server.env, CHROMIUM_PATH: chromium } };
}

/** A loop that does nothing, for each core, beside whatever is being tested. */
const keepCoresBusy = (): Worker[] =>
  Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function report(failed: ReadonlyMap<string, number>, rounds: number): void {
  process.stdout.write('\n');
  for (const [name, times] of [...failed].toSorted(([, one], [, other]) => other - one)) {
    process.stdout.write(`  failed in ${times} of ${rounds}  ${name}\n`);
  }
  if (failed.size === 0) process.stdout.write(`  ${rounds} of ${rounds}: nothing failed.\n`);
  process.exitCode = failed.size > 0 ? 1 : 0;
}

if (!existsSync('package.json')) process.chdir(new URL('..', import.meta.url).pathname);
await main();
