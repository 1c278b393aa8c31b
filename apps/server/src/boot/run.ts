import { logFor } from '@tally/infra/log';
import { type Config, type Log, readConfig, seconds } from '@tally/kernel';
import { explainStart } from './explain.ts';
import { type House, openHouse } from './house.ts';
import { listJobs } from './jobs.ts';
import { listKeyTrouble } from './keys.ts';
import { refuseUselessToken } from './report-checks.ts';
import { stopOnRequest } from './stop.ts';
import { serviceManager } from './systemd.ts';
import { takeOver } from './take-over.ts';

/** A running part of the program. */
export interface Running {
  /** For the one line that is printed when everything runs. */
  readonly says: string;
  /** Takes nothing new and finishes running work. */
  stop(): Promise<void>;
}

export interface Part {
  readonly name: 'api' | 'bot' | 'worker' | 'health';
  readonly start: (house: House) => Promise<Running>;
}

/** The time limit for running work at a stop; later another process takes it over. */
export const FINISH_MS = seconds(4);

/**
 * Starts a process with the given parts and prints one line when all of them run. A failed start explains itself in one
 * sentence and ends with exit code 1.
 */
export async function run(role: Config['ROLE'], parts: readonly Part[]): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig({ ...process.env, ROLE: role });
    const log = logFor(config);
    const says = await start({ config, log, parts });
    // A parent process prints its own line.
    if (process.send) process.send({ ready: true, pid: process.pid, parts: parts.map((part) => part.name), says });
    else process.stdout.write(`${config.SITE_NAME} is ready: ${says.join(', ')}\n`);
  } catch (error) {
    const sentence = explainStart(error, config);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    // Tells the parent process that the reason is already printed.
    if (sentence !== undefined && process.send) process.send({ explained: true });
    process.exit(1);
  }
}

/**
 * Order: token → lock → migrate → take over → queue → API listens → gateway. A caller then finds everything behind the
 * API ready.
 */
async function start(about: { config: Config; log: Log; parts: readonly Part[] }): Promise<readonly string[]> {
  const { config, log, parts } = about;
  const running: Running[] = [];
  await refuseUselessToken(config, log);
  const house = await openHouse(config, log);
  const systemd = serviceManager({ timers: house.doors.timers, log });
  const stop = async (drainMs = 0) => {
    systemd.stopping();
    house.beginStop();
    // Balancers need a moment to see that `/ready` is red. Until then requests still arrive.
    if (drainMs > 0) await house.doors.timers.pause(drainMs);
    // All at once: the parts are independent, and time is short.
    await Promise.all([...running.map((part) => part.stop()), house.queue.stop(FINISH_MS)]);
    await house.close();
  };
  try {
    // Most of the work needs no secret, so the start continues. But the operators must learn about all of these at
    // once.
    for (const trouble of await listKeyTrouble(house)) log.error({ part: 'keys' }, trouble);
    await takeOver(house);
    await house.queue.start({
      jobs: listJobs(house.doors.features),
      makeCtx: (job) => house.systemCtx(job),
      isWorker: parts.some((part) => part.name === 'worker'),
    });
    for (const part of parts) running.push(await part.start(house));
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnRequest(log, { stop, drainMs: config.ROLE === 'api' ? seconds(config.DRAIN_SECONDS) : 0 });
  systemd.ready();
  return running.map((part) => part.says);
}
