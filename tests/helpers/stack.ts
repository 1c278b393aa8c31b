import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Sim, startSim } from '@tally/sim/start';
import { answers } from '../../scripts/start/answers.ts';
import { compileCache } from '../../scripts/start/compile-cache.ts';
import { demoUser } from './api.ts';
import { lendDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The whole product: the simulated world, the server and the built web app, on separate ports. */
export interface Stack {
  readonly sim: Sim;
  readonly server: ServerProcess;
  /** The URL of the dashboard. */
  readonly web: string;
  /** Returns the complete output of the web app. */
  webOutput(): string;
  discord(action: string, body: object): unknown;
  kick(action: string, body?: object): unknown;
  /** Logs a person in without a browser and returns their token. */
  logIn(userId?: string): Promise<string>;
  close(): Promise<void>;
}

export interface StackOptions {
  /** A prepared simulator, which its creator closes. */
  readonly sim?: Sim;
  readonly serverEnv?: Readonly<Record<string, string>>;
  readonly webEnv?: Readonly<Record<string, string>>;
  /**
   * True to use the embedded database, as most installations do, even if the tests have a Postgres (which starts twice
   * as fast). Tests with their own data folder use it by default.
   */
  readonly isEmbedded?: boolean;
}

const READY_WITHIN_MS = 60_000;

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { sim: given, serverEnv = {}, webEnv = {} } = options;
  const { isEmbedded = process.env.TEST_DB !== 'postgres' || serverEnv.DATA_DIR !== undefined } = options;
  const sim = given ?? (await startSim({ limits: false }));
  const [webPort, apiPort] = [await freePort(), await freePort()];
  const web = `http://localhost:${webPort}`;
  const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
  const kick = (action: string, body: object = {}) => sim.worlds.get('kick')?.controls[action]?.(body);
  discord('add-redirect', { client_id: applicationId, redirect_uri: `${web}/login/callback` });

  // Starts both at once, because each takes seconds, and the web app needs nothing before the first visit.
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const app = startWeb(webPort, { SIM_PORT: `${sim.port}`, WEB_URL: web, API_URL: apiUrl, ...webEnv });
  const database = isEmbedded ? null : await lendDatabase();
  const env = {
    WEB_URL: web,
    RATE_LIMIT_PER_MINUTE: '100000',
    ...(database && { DATABASE_URL: database.url }),
    ...serverEnv,
  };
  const server = await startServer({ sim, port: apiPort, env });
  kick('callback', { url: `${server.url}/webhooks/kick` });
  const stack: Stack = {
    sim,
    server,
    web,
    webOutput: app.output,
    discord,
    kick,
    logIn: (userId = demoUser) => logIn(stack, userId),
    async close() {
      await Promise.all([app.stop(), server.kill('SIGKILL')]);
      await database?.giveBack();
      if (!given) await sim.close();
    },
  };
  try {
    await answers([`${server.url}/ready`, `${web}/icon.svg`], READY_WITHIN_MS);
  } catch (error) {
    await stack.close();
    throw new Error(`The stack did not start.\n${server.output()}\n${app.output()}`, { cause: error });
  }
  return stack;
}

export const applicationId = '900000000000000001';

function startWeb(port: number, env: Readonly<Record<string, string>>) {
  if (!existsSync('apps/web/.next/standalone/apps/web/server.js')) {
    throw new Error('The web app is not built. `npm test` builds it; so does `node scripts/bootstrap.mjs --build`.');
  }
  const exitWithParent = new URL('../../scripts/exit-with-parent.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', exitWithParent, '.next/standalone/apps/web/server.js'], {
    cwd: 'apps/web',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: `${port}`,
      HOSTNAME: '127.0.0.1',
      WEB_PORT: `${port}`,
      ...compileCache,
      ...env,
    },
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  return { output: () => printed, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Returns the code that Discord gives the browser of a person who agrees to log in. */
export function loginCode(stack: Stack, userId: string): string {
  const { location } = stack.discord('authorise', {
    client_id: applicationId,
    redirect_uri: `${stack.web}/login/callback`,
    scope: 'identify email guilds guilds.join',
    user_id: userId,
  }) as { location: string };
  return new URL(location).searchParams.get('code') ?? '';
}

async function logIn(stack: Stack, userId: string): Promise<string> {
  const answer = await fetch(`${stack.server.url}/sessions?code=${loginCode(stack, userId)}`, { method: 'POST' });
  const { data } = (await answer.json()) as { data: { customToken: string } };
  return data.customToken;
}
