import { readFileSync } from 'node:fs';
import './replace-stores.ts';

/**
 * `--seed S` replays one life and tells its story. `--lives N` or `--minutes N` lives many, from the base seed or from
 * `--from S`. The last line is one of JSON.
 */
const { live } = await import('./world/life.ts');
const { Tally } = await import('./tally.ts');
const { closeBackDoors } = await import('./back-doors.ts');

const args = process.argv.slice(2);
function numberAt(name: string): number | undefined {
  const at = args.indexOf(`--${name}`);
  return at === -1 ? undefined : Number(args[at + 1]);
}

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

const seed = numberAt('seed');
closeBackDoors();
if (seed === undefined) await liveMany();
else {
  const life = await live(seed, { hasStory: true });
  for (const line of life.story) console.log(line);
  for (const { truth, says } of life.violations) console.log(`${truth}: ${says}`);
  console.log(`${life.decisions} decisions, hash ${life.hash}`);
  process.exitCode = life.violations.length > 0 ? 1 : 0;
}

/** Every life of the first thousand, and every thousandth, is lived twice: it has to be the same. */
async function liveMany(): Promise<void> {
  const base = Number(readFileSync(new URL('kept/base-seed.txt', import.meta.url), 'utf8'));
  const [from, step] = [numberAt('from') ?? base, numberAt('step') ?? 1];
  const [most, minutes] = [
    numberAt('lives') ?? Number.POSITIVE_INFINITY,
    numberAt('minutes') ?? Number.POSITIVE_INFINITY,
  ];
  // Lost connections are errors by the thousand. A replay has the stacks.
  Error.stackTraceLimit = 0;
  const until = performance.now() + minutes * 60_000;
  const tally = new Tally();
  for (let place = 0; place < most && performance.now() < until; place += 1) {
    const life = await live(from + place * step);
    tally.add(life);
    if (place < 1_000 || place % 1_000 === 0) tally.compare(life, await live(life.seed));
    if (unhandled.length > 0) tally.surprise(life, unhandled.splice(0));
  }
  console.log(JSON.stringify(tally.result()));
}
