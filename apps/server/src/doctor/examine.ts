import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallationCheck } from '@tally/contract';
import { checkNames, describeChecked, features, runChecks } from '@tally/features/registry';
import { createSecrets, keySource, loadKeys, parseKeys, type Secrets } from '@tally/infra/crypto';
import { type Database, FolderLockedError, openDb, sqlStateOf } from '@tally/infra/db';
import { createFiles } from '@tally/infra/files';
import { configOf, readHouseSettings } from '@tally/infra/house-settings';
import { createHttp, egressHosts, type Http, type HttpRunner } from '@tally/infra/http';
import { traceTrouble } from '@tally/infra/trace';
import {
  type Config,
  readConfig,
  say,
  silentLog,
  systemClock,
  systemRandom,
  systemTimers,
  UpstreamError,
} from '@tally/kernel';
import { platforms } from '@tally/platforms/registry';
import { explainTooFewFor, type Planned, readPlanned } from '../boot/connections.ts';
import { explainStart } from '../boot/explain.ts';

const log = silentLog;

export interface Examined {
  readonly checks: readonly InstallationCheck[];
  /** Faults that prevent the start. Each text includes the remedy. */
  readonly problems: readonly string[];
  readonly notSetUp: readonly string[];
}

/** Checks the installation as the server would find it, and changes nothing. */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): Promise<Examined> {
  let config: Config | undefined;
  try {
    config = readConfig(env);
    return await examineWith(config, readPlanned(args), env);
  } catch (error) {
    const sentence = explainStart(error, config);
    if (sentence === undefined) throw error;
    return { checks: [], problems: [sentence], notSetUp: [] };
  }
}

type Env = Readonly<Record<string, string | undefined>>;

async function examineWith(given: Config, planned: Planned, env: Env): Promise<Examined> {
  await using opened = new AsyncDisposableStack();
  const secrets = await readSecrets(given);
  const local = doorFor(given);
  opened.defer(() => local.close());
  const { database, problem, isServed } = await tryDatabase(given, local);
  if (database) opened.defer(() => database.close());
  const config = database ? await withStored(given, { database, secrets, env }) : given;
  const http = doorFor(config);
  opened.defer(() => http.close());
  const checked = [
    ...(await runChecks({
      config,
      http,
      log,
      features,
      secrets,
      clock: systemClock,
      timers: systemTimers,
      files: createFiles(config, { secrets, clock: systemClock }),
      db: database?.db ?? null,
    })),
  ];
  // A running server uses its built-in database, and has just reported that it works.
  if (isServed) checked.push({ check: 'database', findings: [] }, { check: 'keys', findings: [] });
  const tooFew = database?.databaseUrl ? await explainTooFewFor(planned, config, database) : null;
  const names = new Set(checked.map(({ check }) => check));
  return {
    checks: checked.map((each) => describeChecked('en-US', each)),
    problems: [problem, tooFew, traceTrouble(config)].filter((each) => each !== null),
    notSetUp: checkNames.filter((name) => !names.has(name)).map((name) => say('en-US', `doctor.${name}Title`)),
  };
}

const doorFor = (config: Config): HttpRunner =>
  createHttp({ log, clock: systemClock, allowedHosts: egressHosts(config, platforms) });

/** Adds the settings that the setup page has stored. Before the first start their table does not exist. */
async function withStored(
  given: Config,
  { database: { db }, secrets, env }: { database: Database; secrets: Secrets; env: Env },
): Promise<Config> {
  try {
    return await configOf(await readHouseSettings({ db, secrets, env, httpFor: doorFor }), db, given);
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return given;
    throw error;
  }
}

/** https://www.postgresql.org/docs/17/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01';

/** Without the key file we use a temporary key that no database sees: only the first start creates the file. */
async function readSecrets(config: Config): Promise<Secrets> {
  if (config.ENCRYPTION_KEYS !== undefined || existsSync(keySource(config))) {
    return createSecrets({ keys: await loadKeys(config), random: systemRandom });
  }
  const keys = parseKeys('a moment', `none:${Buffer.from(systemRandom.bytes(32)).toString('base64')}`);
  return { ...createSecrets({ keys, random: systemRandom }), keys: [] };
}

interface Tried {
  readonly database: Database | null;
  readonly problem: string | null;
  readonly isServed?: boolean;
}

async function tryDatabase(config: Config, http: Http): Promise<Tried> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  // Leaves out everything that only the first start creates.
  if (!databaseUrl && !existsSync(join(dataDir, 'database'))) return { database: null, problem: null };
  let database: Database | null = null;
  try {
    database = await openDb({ databaseUrl, dataDir, log, poolSize: 3 });
    await database.ping();
    return { database, problem: null };
  } catch (error) {
    await database?.close();
    // This is the usual case next to a running server, which reports its own database.
    if (error instanceof FolderLockedError) {
      const reasons = await askOwnServer(config, http);
      if (reasons === null) return { database: null, problem: error.message };
      return { database: null, problem: reasons.join(' ') || null, isServed: reasons.length === 0 };
    }
    const sentence = explainStart(error, config);
    if (sentence === undefined) throw error;
    return { database: null, problem: sentence };
  }
}

/** Returns the failed checks of the running server, or null if no server of ours responds. */
async function askOwnServer({ HOST, API_PORT }: Config, http: Http): Promise<readonly string[] | null> {
  try {
    const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
    const { status, data } = await http.raw({ world: 'own API', url: `http://${host}:${API_PORT}/ready` });
    const { error } = JSON.parse(data.toString()) as { error?: unknown };
    if (status === 200) return [];
    return Array.isArray(error) ? error.map(String) : null;
  } catch (error) {
    // No server responds, or another program does.
    if (error instanceof UpstreamError || error instanceof SyntaxError) return null;
    throw error;
  }
}
