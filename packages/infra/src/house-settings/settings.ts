import { isSecretSetting, setupSteps } from '@tally/contract';
import { type Config, ConfigError, type Log, readConfig } from '@tally/kernel';
import { type Secrets, UnreadableSecretError } from '../crypto/index.ts';
import type { Database, Db } from '../db/index.ts';
import type { HttpRunner } from '../http/index.ts';
import { addSealed, CHANNEL, callOut, dropSealed, listSealed, putSealed } from './store.ts';
import { settingsOfHouse } from './tables.ts';

type Values = Readonly<Record<string, string>>;
type Env = Readonly<Record<string, string | undefined>>;

/** The values that the setup page stores. Environment variables take precedence. */
export interface HouseSettings {
  /** True if an environment variable sets the value, so the page cannot change it. */
  isFixed(name: string): boolean;
  /** Returns the stored values, decrypted. */
  read(db: Db): Promise<Values>;
  /** Returns the configuration with these stored values instead. Throws a ConfigError. */
  configWith(stored: Values): Config;
  /** Returns an HTTP client for checks of other values. It may call the hosts of that configuration. */
  httpFor(config: Config): HttpRunner;
  put(tx: Db, changes: Readonly<Record<string, string | null>>): Promise<void>;
  /** Returns false if the name already has a value, which is kept. */
  add(tx: Db, name: string, value: string): Promise<boolean>;
  /** Returns true if the stored values differ from those that this process uses. */
  isPending(db: Db): Promise<boolean>;
  /** Returns the ids of this installation's owners, from the environment or the setup page. */
  owners(db: Db): Promise<readonly string[]>;
  /** Makes every process with outdated values restart. */
  restart(db: Db): Promise<void>;
  /** The values of this process for the web app. For a secret, the web app learns only whether it is set. */
  readonly forWeb: Values;
}

/** Columns with sealed texts. At the start we check that we have their keys. */
export const houseSealed = [settingsOfHouse.value] as const;
const configured: readonly string[] = Object.values(setupSteps).flat();
const OWNERS = 'OWNER_IDS';

/** Reads the stored values once, because a process keeps its configuration until it restarts. */
export async function readHouseSettings({
  db,
  secrets,
  env,
  httpFor,
}: {
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly env: Env;
  readonly httpFor: HouseSettings['httpFor'];
}): Promise<HouseSettings> {
  const isFixed = (name: string) => Boolean(env[name]) || Boolean(env[`${name}_FILE`]);
  const purpose = (name: string) => `settings_of_house ${name}`;
  const read = async (from: Db): Promise<Values> =>
    Object.fromEntries(
      (await listSealed(from)).map(({ name, value }) => [name, secrets.decrypt(purpose(name), value)]),
    );
  const usable = (stored: Values) =>
    Object.fromEntries(
      configured.flatMap((name) => (stored[name] && !isFixed(name) ? [[name, stored[name]] as const] : [])),
    );
  await dropLost(db, (name, value) => secrets.decrypt(purpose(name), value));
  const running = usable(await read(db));
  return {
    isFixed,
    read,
    httpFor,
    configWith: (stored) => readConfig({ ...env, ...usable(stored) }),
    async put(tx, changes) {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) await dropSealed(tx, name);
        else await putSealed(tx, name, secrets.encrypt(purpose(name), value));
      }
    },
    add: async (tx, name, value) => await addSealed(tx, name, secrets.encrypt(purpose(name), value)),
    isPending: async (from) => JSON.stringify(usable(await read(from))) !== JSON.stringify(running),
    async owners(from) {
      const named = isFixed(OWNERS) ? (env[OWNERS] ?? '') : ((await read(from))[OWNERS] ?? '');
      return named.split(',').flatMap((id) => id.trim() || []);
    },
    restart: callOut,
    forWeb: Object.fromEntries(
      Object.entries(running).map(([name, value]) => [name, isSecretSetting(name) ? 'set' : value]),
    ),
  };
}

/**
 * Drops lost values. The start fails if the key of a setting is missing, because a real installation would otherwise
 * start as a simulated one. The code word for the first owner and the mark of the world are created again instead.
 */
async function dropLost(db: Db, open: (name: string, value: string) => string): Promise<void> {
  for (const { name, value } of await listSealed(db)) {
    try {
      open(name, value);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      const isSetting = configured.includes(name) || name === OWNERS;
      if (isSetting && !error.isLost)
        throw new ConfigError(`ENCRYPTION_KEYS: the stored ${name} cannot be read: ${error.message}`);
      await dropSealed(db, name);
    }
  }
}

/** Returns the configuration with which this process starts. A value that cannot be read or used stops the start. */
export async function configOf(settings: HouseSettings, db: Db, given: Config): Promise<Config> {
  const stored = await settings.read(db);
  if (Object.keys(settings.forWeb).length === 0) return given;
  try {
    return settings.configWith(stored);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message}. The setup page stored this value; one in the environment replaces it`);
  }
}

/** Runs `then` when a person requests a restart and this process has outdated values. */
export async function onRestart(
  { db, listen, houseSettings, log }: Pick<Database, 'db' | 'listen'> & { houseSettings: HouseSettings; log: Log },
  then: () => void,
): Promise<void> {
  await listen(CHANNEL, () => {
    houseSettings.isPending(db).then(
      (isPending) => isPending && then(),
      (error: unknown) => log.warn({ err: error }, 'This process could not compare its settings. Restart it.'),
    );
  });
}
