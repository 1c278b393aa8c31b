import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@tally/tests/free-port';
import { answers } from '../../scripts/start/answers.ts';

/** The simulated world in a separate process, so the measured process keeps its CPU time. */
export interface SimProcess {
  /** The process's id in the operating system. */
  readonly pid: number | undefined;
  readonly port: number;
  readonly url: string;
  control(action: string, body: object): Promise<unknown>;
  discord(): Promise<{ stats: { messages: number; selfInflicted429: number } }>;
  stop(): Promise<void>;
}

export async function startSimProcess(): Promise<SimProcess> {
  const { child, port, url } = await spawnSim('apps/sim/src/main.ts');
  await answers([`${url}/control/process`], 30_000);
  return simProcess(child, port, url);
}

/** Starts a simulated world with `count` servers that have the bot and many channels and roles. */
export async function startLargeWorld(count: number): Promise<{ sim: SimProcess; places: Place[] }> {
  const { child, port, url } = await spawnSim('bench/fan-out/large-world.ts', { SERVERS: `${count}` });
  const [made] = (await once(child, 'message')) as [{ places: Place[] }];
  return { sim: simProcess(child, port, url), places: made.places };
}

async function spawnSim(file: string, env: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env, SIM_PORT: `${port}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { child, port, url: `http://127.0.0.1:${port}` };
}

function simProcess(child: ChildProcess, port: number, url: string): SimProcess {
  return {
    pid: child.pid,
    port,
    url,
    async control(action, body) {
      const answer = await fetch(`${url}/control/${action}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
      return await answer.json();
    },
    async discord() {
      const answer = await fetch(`${url}/control/discord/figures`, { method: 'POST', body: '{}' });
      return (await answer.json()) as Awaited<ReturnType<SimProcess['discord']>>;
    },
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export interface Place {
  readonly serverId: string;
  readonly channelId: string;
}

const OWNER = '100000000000000001';
const AT_ONCE = 32;

/** Adds this many servers with the bot, each with one channel. */
export async function addServers(sim: SimProcess, count: number): Promise<Place[]> {
  return await inParallel(count, async (index) => {
    const made = (await sim.control('discord/add-guild', { name: `Server ${index}`, owner_id: OWNER })) as {
      id: string;
      channels: { id: string }[];
    };
    await sim.control('discord/invite-bot', { guild_id: made.id });
    return { serverId: made.id, channelId: made.channels[0]?.id ?? '' };
  });
}

export async function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
