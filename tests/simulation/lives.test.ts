import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Result } from './tally.ts';

const run = promisify(execFile);
const program = new URL('run.ts', import.meta.url).pathname;
const WORKERS = 2;
const LIVES = 200_000;
const TWICE = 500;

/** The events that must occur often enough, because a run without faults proves nothing. */
const faults = ['kill', 'freeze', 'stop', 'crash', 'jump', 'full disk', 'slow statement', 'lost before', 'lost after'];
const troubles = ['lost notice', 'lost reply', 'never arrived', 'limited', 'slow call', 'owner away', 'refused token'];
const states = ['posted', 'edited', 'removed', 'skipped', 'failed', 'unconfirmed'];

/** The resolver that replaces the stores runs in a separate process. */
async function live(...args: readonly (string | number)[]): Promise<Result> {
  return JSON.parse(await lastLine(...args)) as Result;
}

async function lastLine(...args: readonly (string | number)[]): Promise<string> {
  // Lives allocate many short-lived objects, so a larger young generation speeds them up.
  const command = ['--max-semi-space-size=128', '--min-semi-space-size=64', program, ...args.map(String)];
  const { stdout } = await run(process.execPath, command, { maxBuffer: 2 ** 26 });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The seed is stored in a file, so every run of a commit gives the same result. */
const base = Number(readFileSync(new URL('kept/base-seed.txt', import.meta.url), 'utf8'));

it('every kept scene is well, exactly and in two hundred other orders', async () => {
  expect(JSON.parse(await lastLine('--kept'))).toEqual([]);
});

it('two processes live the same lives', async () => {
  const [one, other] = await Promise.all([live('--lives', TWICE), live('--lives', TWICE)]);
  const { cpuSeconds: _ofOne, ...lived } = one;
  expect(other).toMatchObject(lived);
});

it(`${LIVES} lives break no truth`, { timeout: 3_600_000 }, async () => {
  const each = Array.from({ length: WORKERS }, (_, place) =>
    live('--from', base + place, '--step', WORKERS, '--lives', LIVES / WORKERS),
  );
  const results = await Promise.all(each);
  const sum = (what: string) => results.reduce((total, { counts }) => total + (counts[what] ?? 0), 0);
  const whole = (read: (result: Result) => number) => results.reduce((total, result) => total + read(result), 0);
  const counted = Object.fromEntries([...faults, ...troubles].map((what) => [what, sum(what)]));
  const [lives, distinct] = [whole((result) => result.lives), whole((result) => result.distinct)];
  const cpu = Math.round(whole((result) => result.cpuSeconds));
  console.log(`${lives} lives, ${distinct} distinct, ${whole((result) => result.decisions)} decisions, ${cpu} CPU s`);
  // This hash is the same on every run of one commit.
  console.log(`hash of all hashes: ${results.map(({ hash }) => hash).join(' ')}`);
  console.log(counted, { 'edit limit': sum('edit limit'), 'known remainder': sum('lives with a shared message') });
  // `npm run sim -- --seed S` prints the story of one of these.
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  expect(distinct).toBeGreaterThan(lives * 0.9);
  expect(sum('lives with a message')).toBeGreaterThan(lives * 0.9);
  expect([...faults, ...troubles].filter((what) => sum(what) < lives / 100)).toEqual([]);
  expect(states.filter((state) => sum(`state ${state}`) < lives / 1_000)).toEqual([]);
});
