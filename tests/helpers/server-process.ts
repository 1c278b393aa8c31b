import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sim } from '@tally/sim/start';
import { compileCache } from '../../scripts/start/compile-cache.ts';
import { layDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  readonly url: string;
  /** The process id in the operating system. */
  readonly pid: number;
  readonly dataDir: string;
  /** Returns the word that opens the setup page, or null if there is already an owner. */
  setupWord(): string | null;
  /** Returns the complete output of the process. */
  output(): string;
  /** Resolves with the exit code. */
  readonly gone: Promise<number | null>;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Simulates the death of the parent process. */
  orphan(): void;
}

export interface ServerProcessOptions {
  readonly sim?: Sim;
  readonly role?: 'all' | 'api' | 'bot' | 'worker';
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder, which the test keeps if a second process needs it. */
  readonly dataDir?: string;
  /** True if the process creates and migrates its own database, as at a very first start. */
  readonly isFirstStart?: boolean;
  readonly nodeArgs?: readonly string[];
  readonly port?: number;
}

/** The keys for all processes on one Postgres. */
export const sharedKeys = { ENCRYPTION_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64')}` };

/** Runs the program as people start it, in a separate process. Resolves when it is ready or has exited. */
export async function startServer(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { sim, role = 'all' } = options;
  const port = options.port ?? (await freePort());
  const kept = options.dataDir ?? options.env?.DATA_DIR;
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tally-process-')));
  if (role === 'all' && !options.isFirstStart && !options.env?.DATABASE_URL) await layDatabase(dataDir);
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), 'apps/server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compileCache,
      NODE_ENV: 'test',
      ROLE: role,
      LOG_LEVEL: 'warn',
      API_PORT: `${port}`,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      // Processes on one database share their keys, as operators must configure it.
      ...(options.env?.DATABASE_URL ? sharedKeys : {}),
      ...(sim ? worldOf(sim) : {}),
      ...options.env,
    },
  });
  let word: string | null = null;
  child.on('message', (message) => {
    const { address = null } = (message as { house?: { address: string | null } }).house ?? {};
    if (address !== null) word = new URL(address).searchParams.get('word');
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  // The last output may arrive after the exit. (The event `close` never comes after the channel was cut.)
  const silent = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
  const gone = once(child, 'exit').then(async ([code]) => {
    await Promise.all(silent);
    return code as number | null;
  });
  await Promise.race([untilReady(child), gone]);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    setupWord: () => word,
    output: () => printed,
    gone,
    kill: (signal = 'SIGTERM') => end(child, { signal, gone, dataDir: kept ? null : dataDir }),
    orphan: () => child.disconnect(),
  };
}

/** A process that cannot start reports that it has printed the reason. */
const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.on('message', (message) => {
      if ((message as { ready?: boolean }).ready) resolve();
    });
  });

async function end(
  child: ChildProcess,
  about: { signal: NodeJS.Signals; gone: Promise<number | null>; dataDir: string | null },
): Promise<number | null> {
  child.kill(about.signal);
  const code = await about.gone;
  if (about.dataDir) await rm(about.dataDir, { recursive: true, force: true });
  return code;
}

const worldOf = (sim: Sim): Record<string, string> => ({ SIM_PORT: `${sim.port}` });
