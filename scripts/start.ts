import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type Config, ConfigError, readConfig } from '@tally/kernel';
import { announce } from './start/announce.ts';
import { answers, SilentError } from './start/answers.ts';
import { compileCache } from './start/compile-cache.ts';
import { writeDemo } from './start/demo/write.ts';
import { firstTakenPort } from './start/ports.ts';
import { small } from './start/small.ts';
import { simulatedWorlds } from './start/worlds.ts';

const READY_WITHIN_MS = 90_000;

/**
 * Starts everything on one machine: the simulated world for missing keys, the server, the web app. The parent
 * (start.mjs) runs and watches them. This script waits for the first answers, prints the addresses, and ends.
 */
async function main(): Promise<void> {
  const isDev = process.argv.includes('--dev');
  const given = readEnvironment(isDev);
  const needsWorldAtMost = simulatedWorlds(given).length > 0;
  const taken = await firstTakenPort([
    { variable: 'WEB_PORT', port: given.WEB_PORT },
    { variable: 'API_PORT', port: given.API_PORT },
    ...(needsWorldAtMost ? [{ variable: 'SIM_PORT', port: given.SIM_PORT }] : []),
  ]);
  if (taken) {
    fail(
      `Port ${taken.port} is taken. Stop the program that uses it, or set ${taken.variable} to another one in .env.`,
    );
  }

  const watch = isDev ? ['--watch', '--watch-preserve-output'] : [];
  // Next passes its own flags to its children in NODE_OPTIONS, where Node refuses them.
  const flags = isDev ? [] : small.flags;
  const start = (name: string, args: string[], env: Record<string, string>, cwd?: string) =>
    process.send?.({
      name,
      args: [...flags, ...args],
      // Next overrides NODE_ENV; the other parts read ours.
      env: { ...process.env, ...compileCache, ...small.env, ...env },
      cwd,
      // Hides the web app's announcement, which would repeat ours. Errors are always shown.
      isQuiet: name === 'web app' && !isDev,
    });

  const shared = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  const heard = once(process, 'message') as Promise<[{ house: House }]>;
  start('server', [...watch, 'apps/server/src/main.ts'], { ...shared, ROLE: 'all' });
  const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;
  start(
    'web app',
    ['--import', exitWithParent, ...webArguments(given, isDev)],
    { API_URL: `http://127.0.0.1:${given.API_PORT}`, PORT: `${given.WEB_PORT}`, HOSTNAME: given.HOST },
    'apps/web',
  );

  const [{ house }] = await heard;
  const config = readConfig({ ...house.settings, ...setOnly(process.env) });
  const simulated = simulatedWorlds(config);
  const needsWorld = simulated.length > 0;
  if (needsWorld)
    start('simulated world', [...watch, 'apps/sim/src/main.ts'], { ...shared, ...worldVariables(config) });

  try {
    await answers(
      [
        `http://127.0.0.1:${config.API_PORT}/ready`,
        `http://127.0.0.1:${config.WEB_PORT}/icon.svg`,
        ...(needsWorld ? [`http://127.0.0.1:${config.SIM_PORT}/`] : []),
      ],
      READY_WITHIN_MS,
    );
  } catch (error) {
    if (!(error instanceof SilentError)) throw error;
    fail(`${error.message} Try \`npm run doctor\`.`);
  }
  announce(config, simulated, house.address);
  if (config.discord.isReal) return;
  // A failed demo must not stop the program.
  await writeDemo(config).catch((error: Error) => process.stderr.write(`No posts were written: ${error.message}\n`));
}

function webArguments({ WEB_PORT, HOST }: Config, isDev: boolean): readonly string[] {
  if (!isDev) return ['.next/standalone/apps/web/server.js'];
  return [createRequire(import.meta.url).resolve('next/dist/bin/next'), 'dev', '-p', `${WEB_PORT}`, '-H', HOST];
}

/** The values that the server reports as soon as it has read the database. */
interface House {
  readonly settings: Readonly<Record<string, string>>;
  readonly address: string | null;
}

/** An empty variable is not set. */
const setOnly = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** Makes the simulated services push to us and redirect people to our dashboard, as the real ones would. */
function worldVariables(config: Config): Record<string, string> {
  return {
    SIM_PORT: `${config.SIM_PORT}`,
    SIM_KICK_CALLBACK_URL: `http://127.0.0.1:${config.API_PORT}/webhooks/kick`,
    SIM_STRIPE_CALLBACK_URL: `http://127.0.0.1:${config.API_PORT}/webhooks/stripe`,
    SIM_TOPGG_CALLBACK_URL: `http://127.0.0.1:${config.API_PORT}/webhooks/topgg`,
    SIM_WEB_URL: config.webUrl,
  };
}

function readEnvironment(isDev: boolean): Config {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    // A fresh clone has no .env, and every variable has a default.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return readConfig({ ...process.env, NODE_ENV: process.env.NODE_ENV ?? (isDev ? 'development' : 'production') });
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

// The parent process has died, and the parts have ended with it.
const leave = () => process.exit(1);
process.once('disconnect', leave);
await main();
process.off('disconnect', leave).disconnect?.();
