import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, findMigrations, migrate, openDb, type Session } from '@tally/infra/db';
import { type Log, silentLog } from '@tally/kernel';

export { type PostgresServer, startPostgres } from './postgres.ts';

export interface TestDatabase extends Database {
  /** Empties every table of ours but the catalogue, which migrations fill; cheaper than a new database between two tests of one file. */
  reset(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly log?: Log;
  /** Otherwise TEST_DB decides: `postgres` (with TEST_DATABASE_URL) or the embedded engine. */
  readonly engine?: 'embedded' | 'postgres';
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

/** A fresh, migrated database of one's own. Close it in `afterAll`. */
export async function testDb(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const engine = options.engine ?? (process.env.TEST_DB === 'postgres' ? 'postgres' : 'embedded');
  const database = engine === 'postgres' ? await onPostgres(options) : await onEmbedded(options);
  return { ...database, reset: () => database.session(emptyTables) };
}

export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DB=postgres needs TEST_DATABASE_URL, the address of a server to make databases on.');
  return url;
}

async function hashOfMigrations(): Promise<string> {
  const all = createHash('sha256');
  for (const { number, hash } of await findMigrations()) all.update(`${number} ${hash}\n`);
  return all.digest('hex').slice(0, 12);
}

/** Truncating a hundred tables takes a fifth of a second, asking which of them hold anything a tenth of that. */
async function emptyTables(session: Session): Promise<void> {
  const { rows: tables } = await session.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('schema_migrations', 'plans', 'plan_limits', 'plan_addons')`,
  );
  if (tables.length === 0) return;
  const { rows: full } = await session.query<{ name: string }>(
    tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  );
  // Numbers of rows begin anew also where a test emptied a table itself; sequences that belong to no table go on.
  const { rows: counted } = await session.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences
      where schemaname = 'public' and last_value is not null
        and exists (select from pg_depend where objid = quote_ident(sequencename)::regclass and deptype in ('a', 'i'))`,
  );
  const truncate = full.length > 0 ? [`truncate ${full.map(({ name }) => name).join(', ')} cascade`] : [];
  const restart = counted.map(({ name }) => `alter sequence ${name} restart`);
  if (truncate.length + restart.length > 0) await session.script([...truncate, ...restart].join('; '));
}

const dumps = fileURLToPath(new URL('../../.tally/test-databases/', import.meta.url));

/** Making one takes seconds, loading a dump a fraction: the first call of all leaves a dump for the others. */
async function onEmbedded({ log = silentLog, statementTimeoutMs }: TestDatabaseOptions): Promise<Database> {
  const limit = statementTimeoutMs ? { statementTimeoutMs } : {};
  return await openDb({ dataDir: null, log, restoreFrom: await migratedDump(), ...limit });
}

/** A dump of the embedded engine with every migration applied. */
export async function migratedDump(): Promise<string> {
  const dump = `${dumps}${await hashOfMigrations()}.tar`;
  const isThere = await access(dump).then(
    () => true,
    () => false,
  );
  if (isThere) return dump;
  const database = await openDb({ dataDir: null, log: silentLog });
  await migrate(database);
  await mkdir(dumps, { recursive: true });
  await database.backup(dump);
  await database.close();
  await forgetOldDumps(dump);
  return dump;
}

/** Each is 40 MB, and every new migration makes another. Yesterday's belong to nobody any more. */
async function forgetOldDumps(newest: string): Promise<void> {
  for (const name of await readdir(dumps)) {
    const path = `${dumps}${name}`;
    const found = await stat(path).catch(() => null);
    if (path !== newest && found && found.mtimeMs < Date.now() - 86_400_000) await rm(path, { force: true });
  }
}

async function onPostgres({ log = silentLog, poolSize, statementTimeoutMs }: TestDatabaseOptions): Promise<Database> {
  const server = testDatabaseUrl();
  const template = await makeTemplate(server);
  const name = `tally_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, (session) => session.script(`create database ${name} template ${template}`));
  const database = await openDb({
    databaseUrl: urlOf(server, name),
    dataDir: null,
    log,
    poolSize: poolSize ?? 5,
    ...(statementTimeoutMs ? { statementTimeoutMs } : {}),
  });
  return {
    ...database,
    async close() {
      await database.close();
      await asAdmin(server, (session) => session.script(`drop database if exists ${name} with (force)`));
    },
  };
}

/** An empty database on the test server, for processes that open and migrate it themselves. */
export async function createTestDatabase(name: string): Promise<string> {
  const server = testDatabaseUrl();
  await asAdmin(server, (session) => session.script(`create database ${name}`));
  return urlOf(server, name);
}

/** Once per set of migrations; an advisory lock keeps several test processes from making it at once. */
async function makeTemplate(server: string): Promise<string> {
  const name = `tally_template_${await hashOfMigrations()}`;
  await asAdmin(server, async (session) => {
    await session.query("select pg_advisory_lock(hashtext('tally test template'))");
    const { rows } = await session.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    const making = `${name}_making`;
    await session.script(`drop database if exists ${making} with (force)`);
    await session.script(`create database ${making}`);
    const database = await openDb({ databaseUrl: urlOf(server, making), dataDir: null, log: silentLog });
    await migrate(database);
    await database.close();
    // Renamed last: a half-made one is never taken for the template.
    await session.script(`alter database ${making} rename to ${name}`);
  });
  return name;
}

async function asAdmin(server: string, work: (session: Session) => Promise<unknown>): Promise<void> {
  const admin = await openDb({ databaseUrl: server, dataDir: null, log: silentLog, poolSize: 1 });
  try {
    await admin.session(work);
  } finally {
    await admin.close();
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
