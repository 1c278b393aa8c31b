import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Runs `start.mjs` with parts that only print their names. */
const supervisor = fileURLToPath(new URL('../start.mjs', import.meta.url));
let folder: string;
let child: ChildProcess;
let said = '';
/** Listens from the start, because the process may exit before a test waits for it. */
let gone: Promise<unknown[]>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-supervisor-'));
  await mkdir(join(folder, 'scripts'));
  said = '';
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const stays = `require('fs').writeFileSync('one.pid', String(process.pid)); process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1e6)`;

/** Starts a part that runs until it is stopped, a part that exits with the given code, and then the given action. */
async function start(more: { part?: string; after?: string } = {}): Promise<void> {
  const parts = [
    { name: 'one', args: ['-e', stays] },
    { name: 'other', args: ['-e', more.part ?? stays.replace('one.pid', 'other.pid')] },
  ];
  const starts = `for (const part of ${JSON.stringify(parts)}) process.send?.(part);\n${more.after ?? 'process.disconnect?.();'}`;
  await writeFile(join(folder, 'scripts', 'start.ts'), starts);
  child = spawn(process.execPath, [supervisor], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  gone = once(child, 'exit');
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
}
/** Returns a program that continues once these parts run. */
const onceThere = (names: readonly string[], then: string): string =>
  `const { existsSync } = process.getBuiltinModule('node:fs'); setInterval(() => { if (${JSON.stringify(names)}.every((name) => existsSync(name + '.pid'))) { ${then} } }, 20);`;
const pidOf = (name: string): number => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'));
const untilBoth = () =>
  vi.waitFor(
    // The file may still be empty right after its creation.
    () =>
      expect(['one', 'other'].every((name) => existsSync(join(folder, `${name}.pid`)) && pidOf(name) > 0)).toBe(true),
    20_000,
  );
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const bothGone = (pids: readonly number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000);

describe('the supervisor', () => {
  it('ends all of them when it is asked to end', async () => {
    await start();
    await untilBoth();
    const pids = [pidOf('one'), pidOf('other')];
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    await bothGone(pids);
    expect(said).toBe('');
  });

  it('ends all of them when one ends, and names it', async () => {
    await start({ part: onceThere(['one'], 'process.exit(7)') });
    expect(await gone).toEqual([1, null]);
    expect(said).toContain('The other stopped (exit code 7); what it said is above.');
    await bothGone([pidOf('one')]);
  });

  it('starts a part again that ends to use new settings, and nothing else', async () => {
    const once = `const fs = process.getBuiltinModule('node:fs'); if (!fs.existsSync('first')) { fs.writeFileSync('first', ''); process.exit(75); }`;
    await start({ part: `${once} ${stays.replace('one.pid', 'other.pid')}` });
    await untilBoth();
    const pids = [pidOf('one'), pidOf('other')];
    expect(pids.filter(isAlive)).toEqual(pids);
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    await bothGone(pids);
    expect(said).toBe('');
  });

  it('adds nothing to a part’s own last words', async () => {
    await start({ part: onceThere(['one'], 'process.send({ explained: true }, () => process.exit(1))') });
    expect(await gone).toEqual([1, null]);
    expect(said).toBe('');
    await bothGone([pidOf('one')]);
  });

  it('ends all of them when the start fails, which has printed the reason', async () => {
    await start({ after: onceThere(['one', 'other'], `process.stderr.write('Port 1 is taken.'); process.exit(1);`) });
    await untilBoth();
    const pids = [pidOf('one'), pidOf('other')];
    expect(await gone).toEqual([1, null]);
    expect(said).toBe('Port 1 is taken.');
    await bothGone(pids);
  });

  it('leaves no part running when it is killed', async () => {
    await start();
    await untilBoth();
    const pids = [pidOf('one'), pidOf('other')];
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000);
  });

  it.runIf(process.platform === 'linux')('uses at most 60 MiB', async () => {
    await start();
    await untilBoth();
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024).toBeLessThan(60);
  });
});
