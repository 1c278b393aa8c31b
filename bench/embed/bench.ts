import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSim } from '@tally/sim/start';
import { freePort } from '@tally/tests/free-port';

/** Times cards of Kick links in the whole program: warm, cold, and until a clip of 30 s plays. */
const BARS = { warmMs: 300, coldMs: 1_500, clipMs: 3_000 };
const TIMES = 200;
const agent = { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' };

async function read(url: string): Promise<{ ms: number; text: string; status: number }> {
  const from = performance.now();
  const answer = await fetch(url, { headers: agent });
  const text = await answer.text();
  return { ms: performance.now() - from, text, status: answer.status };
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-bench-embed-'));
  const sim = await startSim({ limits: false });
  const port = await freePort();
  const env = { ...process.env, API_PORT: `${port}`, DATA_DIR: dataDir, SIM_PORT: `${sim.port}`, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  try {
    const url = `http://127.0.0.1:${port}`;
    const kick = sim.worlds.get('kick')?.controls ?? {};
    kick['go-live']?.({ who: 'xqc', title: 'First light' });
    // Uses a different channel each time, as many as a process reads per minute.
    const cold: number[] = [];
    for (let number = 0; number < 50; number += 1) {
      kick['add-creator']?.({ username: `bench${number}` });
      cold.push((await read(`${url}/e/bench${number}`)).ms);
    }
    await read(`${url}/e/xqc`);
    const warm: number[] = [];
    for (let number = 0; number < TIMES; number += 1) warm.push((await read(`${url}/e/xqc`)).ms);
    const { clip_id: id } = (kick['clip']?.({ who: 'xqc', by: 'nordwind', title: 'Bench' }) ?? {}) as {
      clip_id?: string;
    };
    const from = performance.now();
    await read(`${url}/e/clips/${id}`);
    while ((await read(`${url}/e/media/clips/${id}.mp4`)).status !== 200) await pause(20);
    const clip = performance.now() - from;
    const results = [
      ['cold card, p95', p95(cold), BARS.coldMs],
      ['warm card, p95', p95(warm), BARS.warmMs],
      ['clip of 30 s as mp4', clip, BARS.clipMs],
    ] as const;
    for (const [name, ms, bar] of results) {
      console.log(`${name}: ${ms.toFixed(1)} ms (at most ${bar}) ${ms <= bar ? 'ok' : 'MISSED'}`);
    }
    process.exitCode = results.every(([, ms, bar]) => ms <= bar) ? 0 : 1;
  } finally {
    child.kill();
    await once(child, 'exit');
    await sim.close();
    await rm(dataDir, { recursive: true });
  }
}

await main();
