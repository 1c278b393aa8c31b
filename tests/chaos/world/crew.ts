import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sim } from '@tally/sim/start';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';

export type Role = 'all' | 'api' | 'bot' | 'worker';

/** One process of an installation; the crew restarts it when it is gone. */
export interface Member {
  readonly role: Role;
  readonly url: string;
  isUp(): boolean;
  /**
   * Ends the process, like a power loss by default. Resolves with its exit code when it is gone; it is restarted at
   * once.
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
  /** Processes that exited without being killed: there must be none. */
  readonly crashes: readonly string[];
  /** The output of all processes, for a failed test. */
  readonly output: () => string;
  close(): Promise<void>;
}

export interface CrewOptions {
  readonly sim: Sim;
  /** Null: the built-in database, which serves one process. */
  readonly databaseUrl: string | null;
  readonly roles: readonly Role[];
  readonly env?: Readonly<Record<string, string>>;
  /** The port of the first process; by default a free one. */
  readonly port?: number | undefined;
}

const BETWEEN_STARTS_MS = 250;

/** The processes of one installation in one folder, restarted when they end. */
export async function startCrew(options: CrewOptions): Promise<Crew> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tally-crew-'));
  const crashes: string[] = [];
  const printed: string[] = [];
  const hired: Hired[] = [];
  // Started one after the other: the first process migrates and creates the key, and the others find both.
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
      // The test kills them more often than anything would by accident.
      const started = await startServer({ sim, role, port, dataDir, env: { SAFE_MODE: 'never', ...address, ...env } });
      if (!(await hasEnded(started))) return lookAfter(started);
      // A start without a database fails immediately, and the supervisor retries.
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

/** A process that could not start is gone when `startServer` returns. */
const hasEnded = (started: ServerProcess): Promise<boolean> =>
  Promise.race([started.gone.then(() => true), pause(0).then(() => false)]);
