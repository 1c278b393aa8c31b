import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startSim } from '@tally/sim/start';
import { describe, expect, it, onTestFinished } from 'vitest';

const MAIN = new URL('../../apps/sim/src/main.ts', import.meta.url).pathname;

function run(port: number | string): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, SIM_PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, said: () => text };
}

const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

describe('the simulated world as a process', () => {
  it('reports in one sentence that its port is in use, and exits with 1', async () => {
    const sim = await startSim();
    const { child, said } = run(sim.port);
    expect(await exitCode(child)).toBe(1);
    expect(said().trim()).toBe(
      `Port ${sim.port} is taken. Stop the program that uses it, or set SIM_PORT to another one.`,
    );
  });

  it('explains an invalid SIM_PORT', async () => {
    const { child, said } = run('many');
    expect(await exitCode(child)).toBe(1);
    expect(said()).toContain('SIM_PORT: "many" is not a port.');
  });

  it('answers, and exits with 0 on request', async () => {
    const sim = await startSim();
    await sim.close();
    const { child } = run(sim.port);
    await once(child.stdout ?? child, 'data');
    expect((await fetch(`${sim.url}/control/clock`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exitCode(child)).toBe(0);
  });

  it('exits when its parent has died', async () => {
    const sim = await startSim();
    await sim.close();
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, SIM_PORT: `${sim.port}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const isUp = () =>
      fetch(sim.url).then(
        () => true,
        () => false,
      );
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    child.disconnect();
    expect(await exitCode(child)).toBe(0);
  });
});
