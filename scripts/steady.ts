import { randomInt } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { findChromium } from '@tally/tests/chromium';
import { startPostgres } from '@tally/tests/database';
import { runVitest, type VitestRun } from './test/steps.ts';

/**
 * Runs tests repeatedly with every core busy and the files in a different order each time, and counts failures.
 * `vain-ping billing 3` runs the files with these words in their paths three times; the default is ten. Without a word,
 * it runs the kinds that can fail by chance. `--only browser` picks kinds, `--seed 7` an order.
 */
const kinds = ['unit', 'web', 'architecture', 'database', 'scenarios', 'chaos', 'browser'] as const;
type Kind = (typeof kinds)[number];
const byChance: readonly Kind[] = ['scenarios', 'chaos', 'browser'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, seed: { type: 'string', default: String(randomInt(1_000_000)) } },
});

async function main(): Promise<void> {
  const isNumber = (word: string) => /^\d+$/.test(word);
  const files = positionals.filter((word) => !isNumber(word));
  const [rounds, seed] = [Number(positionals.find(isNumber) ?? 10), Number(values.seed)];
  if (rounds < 1 || !Number.isInteger(seed)) refuse('The number of runs and --seed are whole numbers.');
  const only = values.only?.split(',') ?? (files.length > 0 ? kinds : byChance);
  const unknown = only.filter((name) => !kinds.includes(name as Kind));
  if (unknown.length > 0) refuse(`No such kind: ${unknown.join(', ')}. There are ${kinds.join(', ')}.`);
  const there = new Set(filesNamed(files).map(kindOf));
  const chosen = kinds.filter((kind) => only.includes(kind) && there.has(kind));
  if (chosen.length === 0) refuse(`No such file: ${files.join(', ')}`);
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

const filesNamed = (parts: readonly string[]): string[] =>
  globSync('{tests,packages,apps,scripts}/**/*.test.{ts,tsx}', { exclude: ['**/node_modules/**'] }).filter(
    (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
  );

function kindOf(path: string): Kind {
  const folder = kinds.find((kind) => path.startsWith(`tests/${kind}/`));
  if (folder) return folder;
  if (path.endsWith('.db.test.ts')) return 'database';
  return path.startsWith('apps/web/') ? 'web' : 'unit';
}

function runOf(kind: Kind, postgres: { readonly url: string; readonly dataDir: string } | null): VitestRun {
  const server: Pick<VitestRun, 'postgres' | 'env'> = postgres
    ? { postgres, env: { TEST_DATABASE_URL: postgres.url, TEST_DB: 'postgres' } }
    : { env: { TEST_DB: 'embedded' } };
  if (kind !== 'browser') return { projects: [kind], ...(kind === 'chaos' ? {} : server), workers: 2 };
  const chromium = findChromium();
  if (!chromium) refuse('No Chromium was found; install it, set CHROMIUM_PATH, or leave it out with --only.');
  return { projects: [kind], ...server, env: { ...server.env, CHROMIUM_PATH: chromium } };
}

/** Runs a busy loop on each core during the tests. */
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
  if (failed.size === 0) process.stdout.write(`  ${rounds} of ${rounds}: all passed.\n`);
  process.exitCode = failed.size > 0 ? 1 : 0;
}

if (!existsSync('package.json')) process.chdir(new URL('..', import.meta.url).pathname);
await main();
