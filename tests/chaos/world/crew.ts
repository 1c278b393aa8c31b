import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sim } from '@tally/sim/start';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';

export type Role = 'all' | 'api' | 'bot' | 'worker';

/** One process of an installation, which the crew restarts when it exits. */
export interface Member {
  readonly role: Role;
  readonly url: string;
  isUp(): boolean;
  /**
   * Kills the process, by default like a power loss. Resolves with its exit code after it has exited; the crew restarts
   * it immediately.
   */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  /** Resolves when the process reports that it is ready. */
  untilUp(): Promise<void>;
}

export interface Crew {
  readonly members: readonly Member[];
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  /** Processes that exited without a kill. The list must stay empty. */
  readonly crashes: readonly string[];
  /** Returns the output of all processes, for failed tests. */
  readonly output: () => string;
  close(): Promise<void>;
}

export interface CrewOptions {
  readonly sim: Sim;
  /** The database; null for the built-in one, which serves a single process. */
  readonly databaseUrl: string | null;
  readonly roles: readonly Role[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port of the first process; a free one if absent. */
  readonly port?: number | undefined;
}

const BETWEEN_STARTS_MS = 250;

/** Runs the processes of one installation in one folder, and restarts them when they exit. */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-crew-'));
  const crashes: string[] = [];
  const printed: string[] = [];
  const hired: Hired[] = [];
  // The first process starts alone, because it migrates the database and creates the key.
  const [first, ...others] = options.roles;
  if (first) hired.push(await hire(first, { ...options, dataDir, crashes, printed }));
  hired.push(
    ...(await Promise.all(
      others.map((role) => hire(role, { ...options, port: undefined, dataDir, crashes, printed })),
    )),
  );
  const members = hired.map(({ member }) => member);
  return {
    members,
    apis: members.filter(({ role }) => role === 'api'),
    workers: members.filter(({ role }) => role === 'worker'),
    crashes,
    output: () => [...printed, ...hired.map(({ output }) => output())].join('\n'),
    async close() {
      await Promise.all(hired.map(({ dismiss }) => dismiss()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Hired {
  readonly member: Member;
  readonly output: () => string;
  readonly dismiss: () => Promise<void>;
}

interface Employment extends CrewOptions {
  readonly dataDir: string;
  readonly crashes: string[];
  readonly printed: string[];
}

async function hire(role: Role, employment: Employment): Promise<Hired> {
  const { sim, databaseUrl, env, dataDir, crashes, printed, port = await freePort() } = employment;
  const now: { process: ServerProcess | null; isWanted: boolean; starting: Promise<void> } = {
    process: null,
    isWanted: true,
    starting: Promise.resolve(),
  };

  const start = async (): Promise<void> => {
    const address: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    while (now.isWanted) {
      // Turns safe mode off, because the test kills processes more often than accidents would.
      const started = await startServer({ sim, role, port, dataDir, env: { SAFE_MODE: 'never', ...address, ...env } });
      if (!(await hasEnded(started))) return lookAfter(started);
      // Without a database, a start fails immediately, and the supervisor retries.
      await pause(BETWEEN_STARTS_MS);
    }
  };
  const lookAfter = (started: ServerProcess): void => {
    now.process = started;
    void lookAgain(started);
    if (!now.isWanted) void started.kill('SIGKILL');
  };
  const lookAgain = async (started: ServerProcess): Promise<void> => {
    const code = await started.gone;
    if (now.process !== started) return;
    crashes.push(`${role} went by itself with code ${code}\n${started.output().slice(-4_000)}`);
    again(started);
  };
  const again = (former: ServerProcess): void => {
    printed.push(former.output());
    now.process = null;
    now.starting = start();
  };

  await start();
  return {
    member: {
      role,
      url: `http://127.0.0.1:${port}`,
      isUp: () => now.process !== null,
      async kill(signal = 'SIGKILL') {
        const victim = now.process;
        if (!victim) return null;
        now.process = null;
        const code = await victim.kill(signal);
        again(victim);
        return code;
      },
      freeze: () => void (now.process && process.kill(now.process.pid, 'SIGSTOP')),
      thaw: () => void (now.process && process.kill(now.process.pid, 'SIGCONT')),
      untilUp: () => now.starting,
    },
    output: () => now.process?.output() ?? '',
    async dismiss() {
      now.isWanted = false;
      await now.starting;
      const last = now.process;
      now.process = null;
      await last?.kill('SIGKILL');
    },
  };
}

/** Resolves if a process could not start, and is already gone when `startServer` returns. */
const hasEnded = (started: ServerProcess): Promise<boolean> =>
  Promise.race([started.gone.then(() => true), pause(0).then(() => false)]);
