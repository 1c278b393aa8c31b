import { setupAddress } from '@tally/features/registry';
import { onRestart } from '@tally/infra/house-settings';
import { logFor } from '@tally/infra/log';
import { isCrashLoop, noteEnd } from '@tally/infra/safe-mode';
import { type Config, ConfigError, type Log, readConfig, seconds } from '@tally/kernel';
import { explainStart } from './explain.ts';
import { type House, openHouse } from './house.ts';
import { listJobs } from './jobs.ts';
import { listKeyTrouble } from './keys.ts';
import { explainUselessToken } from './report-checks.ts';
import { RESTART, type Stop, stopOnRequest } from './stop.ts';
import { serviceManager } from './systemd.ts';
import { takeOver } from './take-over.ts';

/** A running part of the program. */
export interface Running {
  /** The text for the one line that is printed when everything runs. */
  readonly says: string;
  /** Accepts no new work and finishes running work. */
  stop(): Promise<void>;
}

export interface Part {
  readonly name: 'api' | 'bot' | 'worker' | 'health';
  /** True for a part that acts on Discord or on platforms, so it waits until safe mode is off. */
  readonly isOutward?: true;
  readonly start: (house: House) => Promise<Running>;
}

/** A database that does not respond must not delay the stop. */
const NOTE_MS = 500;
/** The time limit for running work at a stop. Another process then takes it over. */
export const FINISH_MS = seconds(4);

/**
 * Starts a process with the given parts and prints one line when all of them run. A failed start prints one sentence
 * that explains why, and ends with exit code 1.
 */
export async function run(role: Config['ROLE'], parts: readonly Part[]): Promise<void> {
  let config: Config | undefined;
  try {
    const env = { ...process.env, ROLE: role };
    config = readConfig(env);
    const log = logFor(config);
    const says = await start({ given: config, env, log, parts });
    // The parent process prints its own line.
    if (process.send) process.send({ ready: true, pid: process.pid, parts: parts.map((part) => part.name), says });
    else process.stdout.write(`${config.SITE_NAME} is ready: ${says.join(', ')}\n`);
  } catch (error) {
    const sentence = explainStart(error, config);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    // Lets the parent process know that the reason is already printed.
    if (sentence !== undefined && process.send) process.send({ explained: true });
    process.exit(1);
  }
}

/** Token → lock → migrate → take over → queue → API listens → gateway: everything the API needs is ready first. */
async function start(about: {
  given: Config;
  env: NodeJS.ProcessEnv;
  log: Log;
  parts: readonly Part[];
}): Promise<readonly string[]> {
  const { given, env, log, parts } = about;
  const running: Running[] = [];
  const useless = await explainUselessToken(given, log);
  if (useless !== null) throw new ConfigError(useless);
  const house = await openHouse(given, log, env);
  const { config, houseSettings } = house.doors;
  const refused = given.discord.isReal ? null : await explainUselessToken(config, log);
  const systemd = serviceManager({ timers: house.doors.timers, log });
  const stop = async ({ drainMs, isCrash }: Stop) => {
    systemd.stopping();
    house.beginStop();
    // Load balancers need a moment to see that `/ready` fails. Until then requests still arrive.
    if (drainMs > 0) await house.doors.timers.pause(drainMs);
    // All parts stop at once, because they are independent and time is short.
    await Promise.all([...running.map((part) => part.stop()), house.queue.stop(FINISH_MS)]);
    if (!isCrash)
      await house.doors.timers.within(
        NOTE_MS,
        noteEnd(house.doors.db, config).catch(() => undefined),
      );
    await house.close();
  };
  const startPart = async (part: Part): Promise<void> => void running.push(await part.start(house));
  const outward = parts.filter((part) => part.isOutward);
  const isWorker = parts.some((part) => part.name === 'worker');
  const { safeMode } = house.doors;
  let isSafe = false;
  try {
    await announceSettings(house);
    if (refused !== null) {
      // A stored token can only be replaced on the setup page, which needs the API.
      if (!parts.some((part) => part.name === 'api')) throw new ConfigError(refused);
      log.error({ part: 'setup' }, `${refused} Until then only the API runs: replace it at /admin/setup.`);
    }
    if (config.SAFE_MODE === 'true') await safeMode.begin('setting');
    if (config.SAFE_MODE !== 'never' && (await isCrashLoop(house.doors.db, config))) await safeMode.begin('crashes');
    isSafe = safeMode.current !== null;
    // Most of the work needs no secret, so the start continues. But operators must learn about all missing keys
    // immediately.
    for (const trouble of await listKeyTrouble(house)) log.error({ part: 'keys' }, trouble);
    await takeOver(house);
    await house.queue.start({
      jobs: listJobs(house.doors.features),
      makeCtx: (job) => house.systemCtx(job),
      isWorker: isWorker && !isSafe && refused === null,
    });
    for (const part of isSafe || refused !== null ? parts.filter((part) => !part.isOutward) : parts)
      await startPart(part);
  } catch (error) {
    await stop({ drainMs: 0, isCrash: explainStart(error, config) === undefined });
    throw error;
  }
  const end = stopOnRequest(log, { stop, drainMs: config.ROLE === 'api' ? seconds(config.DRAIN_SECONDS) : 0 });
  await onRestart({ ...house.database, houseSettings, log }, () => end('other settings were stored', RESTART));
  systemd.ready();
  if (outward.length === 0 || refused !== null) return running.map((part) => part.says);
  // Another process has turned safe mode on. A process manager restarts this one, which then waits.
  safeMode.onBegin(() => end('safe mode has begun', 1));
  if (!isSafe) return running.map((part) => part.says);
  log.error({ reason: safeMode.current?.reason }, 'Safe mode is on: nothing is sent. Staff can leave it at /admin.');
  const startOutward = async (): Promise<void> => {
    if (!(await safeMode.whenOff(house.stopping))) return;
    if (isWorker) await house.queue.work();
    for (const part of outward) await startPart(part);
  };
  startOutward().catch((error: unknown) => {
    log.error({ err: error }, 'A part could not start after safe mode.');
    end('a part could not start', 1);
  });
  return [...running.map((part) => part.says), 'safe mode'];
}

/**
 * Passes on what only this process knows. The parent that starts the other parts gets the stored settings. The operator
 * gets the URL that opens the setup page.
 */
async function announceSettings({ doors }: Pick<House, 'doors'>): Promise<void> {
  const address = doors.config.ROLE === 'api' || doors.config.ROLE === 'all' ? await setupAddress(doors) : null;
  if (process.send) process.send({ house: { settings: doors.houseSettings.forWeb, address } });
  else if (address !== null) process.stdout.write(`To set up ${doors.config.SITE_NAME}, open ${address}\n`);
}
