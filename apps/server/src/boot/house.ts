import { features } from '@tally/features/registry';
import { makeBackup } from '@tally/infra/backup';
import { createBatches } from '@tally/infra/batch';
import { createBeacon } from '@tally/infra/beacon';
import { createCallBudgets, createCommonLimits } from '@tally/infra/budgets';
import { createCache } from '@tally/infra/cache';
import { createSecrets, loadKeys } from '@tally/infra/crypto';
import { type Database, followClock, migrate, openDb } from '@tally/infra/db';
import { createFigures } from '@tally/infra/figures';
import { createFiles, readFolderId } from '@tally/infra/files';
import { configOf, leaveSimulatedWorld, readHouseSettings } from '@tally/infra/house-settings';
import { createHttp, egressHosts, fileBudgets } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import { createQueue, openBoss, type QueueRunner } from '@tally/infra/queue';
import { followSafeMode } from '@tally/infra/safe-mode';
import { createSignals } from '@tally/infra/signal';
import { openPayments } from '@tally/infra/stripe';
import { openTraces } from '@tally/infra/trace';
import { type Config, type Ctx, type Doors, type Log, systemClock, systemRandom, systemTimers } from '@tally/kernel';
import { createWake } from '@tally/pipeline/wake';
import { connectPlatforms, platforms as definitions } from '@tally/platforms/registry';
import manifest from '../../package.json' with { type: 'json' };
import { poolSizeOf, refuseTooFewConnections } from './connections.ts';
import { openDiscordDoor } from './discord-door.ts';
import { measureHouse } from './measure-house.ts';

/** The doors of one process, and how to close them. */
export interface House {
  readonly doors: Doors;
  readonly database: Database;
  readonly queue: QueueRunner;
  /** Returns a context for work without a caller: jobs, sweeps, gateway events. */
  systemCtx(about?: Readonly<Record<string, string>>): Ctx;
  /** Aborted when this process begins to stop, before any door closes. */
  readonly stopping: AbortSignal;
  beginStop(): void;
  /** Closes the doors in reverse order, the database last. */
  close(): Promise<void>;
}

/** Opens everything below the features. No job and no listener is running yet when this returns. */
export async function openHouse(given: Config, log: Log, env: NodeJS.ProcessEnv): Promise<House> {
  await using opening = new AsyncDisposableStack();
  const timers = systemTimers;
  const random = systemRandom;
  const metrics = createMetrics();

  // The embedded database locks its folder while it opens, so from here on no second process uses it.
  const database = await openDb({
    databaseUrl: given.DATABASE_URL,
    dataDir: given.DATA_DIR,
    log,
    timers,
    poolSize: poolSizeOf(given),
    folderId: given.DATABASE_URL ? await readFolderId(given) : undefined,
  });
  opening.defer(() => database.close());
  await refuseTooFewConnections(given, database);
  await migrate(database);
  const secrets = createSecrets({ keys: await loadKeys(given), random });
  const houseSettings = await readHouseSettings({
    db: database.db,
    secrets,
    env,
    httpFor: (config) =>
      createHttp({ log, clock: systemClock, timers, allowedHosts: egressHosts(config, definitions) }),
  });
  const config = await configOf(houseSettings, database.db, given);
  await leaveSimulatedWorld({ db: database.db, houseSettings, config, log });
  const clock = await followClock(database, { clock: systemClock, timers, log });
  opening.defer(() => clock.close());
  const safeMode = await followSafeMode({ ...database, clock, log });
  opening.defer(() => safeMode.close());

  const traces = await openTraces({ config, log, clock, timers, metrics, version: manifest.version });
  opening.defer(() => traces.close());
  const { trace } = traces;
  const figures = createFigures({ db: database.db, clock, timers, log });
  opening.defer(() => figures.close());
  const boss = openBoss({ database, log, timers });
  const queue = createQueue({ boss, database, log, clock, timers, random });
  const cache = await createCache({ clock, random, log, database });
  opening.defer(() => cache.close());
  const http = createHttp({
    log,
    metrics,
    clock,
    timers,
    allowedHosts: egressHosts(config, definitions),
    budgets: fileBudgets(config, definitions),
    safeMode,
    publicFetch: { isAllowed: config.discord.isReal },
  });
  opening.defer(() => http.close());
  const common = createCommonLimits({ db: database.db, timers, random, log });
  opening.defer(() => common.close());
  const isAlone = database.embedded !== null;
  const discord = openDiscordDoor(config, { metrics, timers, log, common, safeMode, trace, isAlone });
  opening.defer(() => discord.close());

  const budgets = createCallBudgets({ db: database.db, log });
  const platforms = connectPlatforms({ clock, timers, random, log, config, http, metrics, budgets });
  // Calls that are not returned within a second, because the database is down, count as used.
  opening.defer(() => timers.within(1_000, platforms.close()));

  const files = createFiles(config, { secrets, clock });
  measureHouse({ metrics, clock, files, db: database.db });
  const doors: Doors = {
    clock,
    timers,
    random,
    log,
    config,
    metrics,
    trace,
    figures,
    features,
    safeMode,
    houseSettings,
    db: database.db,
    signals: createSignals({ clock, random, listen: database.listen }),
    batches: createBatches(),
    queue,
    cache,
    secrets,
    http,
    stripe: openPayments(config, http),
    discord,
    beacon: createBeacon({ config, http, log }),
    files,
    makeBackup: (options) => makeBackup({ database, files, config, clock, version: manifest.version }, options),
    platforms,
    wake: createWake(timers, random),
    // Registered here, so every call uses it.
    doorsFor: (caller) => ({
      http: caller.kind === 'anonymous' ? http.forStrangers : http,
      platforms: caller.kind === 'system' ? platforms : platforms.askedBy(caller),
    }),
  };
  const opened = opening.move();
  const stopping = new AbortController();
  return {
    doors,
    database,
    queue,
    systemCtx: (about) => systemCtx(doors, about),
    stopping: stopping.signal,
    beginStop: () => stopping.abort(),
    close: () => opened.disposeAsync(),
  };
}

export function systemCtx(doors: Doors, about: Readonly<Record<string, string>> = {}): Ctx {
  const requestId = Buffer.from(doors.random.bytes(12)).toString('base64url');
  return {
    ...doors,
    log: doors.log.child({ requestId, ...about }),
    caller: { kind: 'system' },
    locale: 'en-US',
    requestId,
  };
}
