import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import './replace-stores.ts';

/**
 * `--seed S` replays one life and prints the broken rule, its minimized story and the command. `--story` prints every
 * story. `--lives N` or `--minutes N` runs many, from the base seed or from `--from S`. `--first` stops after a
 * failure. `--kept` replays the scenes. `--level 3` compares more sequences of calls and plays new plans.
 */
const { live } = await import('./world/life.ts');
const { choicesOf, shrink } = await import('./world/shrink.ts');
const { aboutThese } = await import('./world/story.ts');
const { Tally } = await import('./tally.ts');
const { closeBackDoors } = await import('./back-doors.ts');

const args = process.argv.slice(2);
function numberAt(name: string): number | undefined {
  const at = args.indexOf(`--${name}`);
  return at === -1 ? undefined : Number(args[at + 1]);
}

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const [seed, level] = [numberAt('seed'), numberAt('level')];
if (level === 3 || level === 4) await compareStores(level);
else {
  closeBackDoors();
  if (seed !== undefined) await tellStory(seed);
  else if (args.includes('--kept')) await replayKept();
  else await liveMany();
}

async function tellStory(seed: number): Promise<void> {
  const life = await live(seed, { hasStory: true, keepsScript: true });
  const [violation] = life.violations;
  if (!violation) {
    if (args.includes('--story')) for (const line of life.story) console.log(line);
    console.log(`${life.decisions} decisions, hash ${life.hash}: every truth holds`);
    return;
  }
  const small = args.includes('--story') ? life : await shrink(seed, life);
  const [{ truth, says } = violation] = small.violations;
  console.log(`${truth}: ${says}    seed ${seed}   ${choicesOf(small)} of ${choicesOf(life)} choices left`);
  for (const line of aboutThese(small.story, says)) console.log(line);
  console.log(`npm run sim -- --seed ${seed}`);
  process.exitCode = 1;
}

/** Runs each of the first thousand lives, and every thousandth after that, twice, because both must be identical. */
async function liveMany(): Promise<void> {
  const base = Number(readFileSync(new URL('kept/base-seed.txt', import.meta.url), 'utf8'));
  const [from, step] = [numberAt('from') ?? base, numberAt('step') ?? 1];
  const [most, minutes] = [
    numberAt('lives') ?? Number.POSITIVE_INFINITY,
    numberAt('minutes') ?? Number.POSITIVE_INFINITY,
  ];
  // Lost connections cause thousands of errors, so stacks are recorded only in a replay.
  Error.stackTraceLimit = 0;
  const until = performance.now() + minutes * 60_000;
  const tally = new Tally();
  for (let place = 0; place < most && performance.now() < until; place += 1) {
    const life = await live(from + place * step);
    tally.add(life);
    if (place < 1_000 || place % 1_000 === 0) tally.compare(life, await live(life.seed));
    if (unhandled.length > 0) tally.surprise(life, unhandled.splice(0));
    if (tally.hasFailed && args.includes('--first')) break;
  }
  console.log(JSON.stringify(tally.result()));
}

/** Replays each scene exactly, and in other orders. */
async function replayKept(): Promise<void> {
  const ORDERS = 200;
  const folder = new URL('kept/', import.meta.url);
  const failures: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const { scene } = await import(new URL(file, folder).href);
    const none = { weather: [], plan: [], order: [], chance: [] };
    const exact = await live(0, { scene, script: none, hasStory: true });
    if (args.includes('--story')) console.log([`${file}: ${scene.story}`, ...exact.story].join('\n'));
    failures.push(...exact.missing.map((name) => `${file}: there is no "${name}" any more`));
    failures.push(...exact.violations.map(({ truth, says }) => `${file}: ${truth}: ${says}`));
    for (let order = 1; order <= ORDERS; order += 1) {
      const { violations } = await live(order, { scene });
      failures.push(...violations.map(({ truth, says }) => `${file}, order ${order}: ${truth}: ${says}`));
    }
  }
  console.log(JSON.stringify(failures));
}

/** Compares both stores. `--size N` sets the number of sequences or schedules. */
async function compareStores(level: 3 | 4): Promise<void> {
  const { startPostgres } = await import('@tally/tests/database');
  const postgres = await startPostgres();
  if (!('url' in postgres)) throw new Error(postgres.reason);
  const size = String(numberAt('size') ?? (level === 3 ? 5_000 : 500));
  // One plan takes as long as ten sequences of calls.
  const plans = String(Math.ceil(Number(size) / 10));
  const [names, sizes] =
    level === 3 ? [['conformance', 'plans'], { SEQUENCES: size, PLANS: plans }] : [['schedules'], { SCHEDULES: size }];
  const files = names.map((name) => `tests/simulation/${name}.db.test.ts`);
  const command = ['vitest', 'run', '--project', 'database', ...files];
  const env = { ...process.env, TEST_DB: 'postgres', TEST_DATABASE_URL: postgres.url, ...sizes };
  const child = spawn('npx', command, { stdio: 'inherit', env });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  await postgres.stop();
  process.exitCode = code ?? 1;
}
