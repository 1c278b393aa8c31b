import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { hasShell, metered, readMeter } from './meter.ts';

/** Measures CPU time, because wall time is longer on a busy machine. */
const busyFor = (ms: number) => `while (process.cpuUsage().user < ${ms * 1000});`;

async function run(program: string, options?: { isPolite: boolean }) {
  const { command, args, meter } = metered(process.execPath, ['-e', program], options);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const counted = text(child.stdio[meter ?? 3] as Readable);
  const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stdout as Readable)]);
  return { code: code as number, printed, cpuSeconds: readMeter(await counted) ?? -1 };
}

it('both lines of the shell are added up, of minutes and seconds', () => {
  expect(readMeter('0m0.010s 0m0.020s\n2m1.500s 0m0.470s\n')).toBeCloseTo(122);
  expect(readMeter('')).toBeNull();
});

it.runIf(hasShell)('counts the work of a child’s child, however little the child did itself', async () => {
  const { cpuSeconds } = await run(
    `require('node:child_process').spawnSync(process.execPath, ['-e', '${busyFor(300)}'])`,
  );
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.3);
});

it.runIf(hasShell)('the code of the program is the code of the step', async () => {
  expect((await run('process.exit(7)')).code).toBe(7);
  expect((await run('')).code).toBe(0);
});

it.runIf(hasShell)('a program of the second lane leaves the cores to the first', async () => {
  const ask = `process.stdout.write(String(require('node:os').getPriority()))`;
  const [first, second] = [await run(ask), await run(ask, { isPolite: true })];
  // The lowest priority is 19, which the whole run may already have.
  expect(Number(second.printed)).toBe(Math.min(19, Number(first.printed) + 5));
});
