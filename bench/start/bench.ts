import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers } from '../../scripts/start/answers.ts';

/**
 * S10: measures `npm start` on a built checkout, from the command to the first answered request of every part. It runs
 * twice: with an empty data folder, and with the folder of the first run.
 */
const LIMIT_MS = 5_000;
const ports = { WEB_PORT: '3970', API_PORT: '4970', SIM_PORT: '4971' };

async function measure(dataDir: string): Promise<number> {
  const since = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, ...ports, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await answers(
      [
        `http://127.0.0.1:${ports.API_PORT}/ready`,
        `http://127.0.0.1:${ports.WEB_PORT}/`,
        `http://127.0.0.1:${ports.SIM_PORT}/`,
      ],
      60_000,
    );
    return performance.now() - since;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-'));
const first = await measure(dataDir);
const second = await measure(dataDir);
await rm(dataDir, { recursive: true });

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
process.stdout.write(`S10 cold start, empty data folder: ${seconds(first)}\n`);
process.stdout.write(`S10 cold start, second time:       ${seconds(second)} (bar: ${seconds(LIMIT_MS)})\n`);
process.exitCode = second <= LIMIT_MS ? 0 : 1;
