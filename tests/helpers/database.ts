import { createHash, randomBytes } from 'node:crypto';
import { access, constants, cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, findMigrations, migrate, openDb, type Session } from '@tally/infra/db';
import { type Log, silentLog } from '@tally/kernel';
import { testQueue } from './queue.ts';

export { type PostgresServer, startPostgres } from './postgres.ts';

export interface TestDatabase extends Database {
  /**
   * Empties every table except the catalog, which migrations fill. This is cheaper than a new database between two
   * tests.
   */
  reset(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly log?: Log;
  /** The engine; by default TEST_DB decides: `postgres` (with TEST_DATABASE_URL) or the embedded engine. */
  readonly engine?: 'embedded' | 'postgres';
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  /** Creates the database with these statements instead of the migrations. */
  readonly sql?: string;
}

/** Creates a migrated database. Close it in `afterAll`. */
export async function testDb(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const engine = options.engine ?? (process.env.TEST_DB === 'postgres' ? 'postgres' : 'embedded');
  const database = engine === 'postgres' ? await onPostgres(options) : await onEmbedded(options);
  const { sql } = options;
  // A dump changes the session's settings.
  if (sql !== undefined) await database.session((session) => session.script(`${sql}\nreset all;`));
  return { ...database, reset: () => database.session(emptyTables) };
}

export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DB=postgres needs TEST_DATABASE_URL, the address of a server to make databases on.');
  return url;
}

/** Returns a part of the cache key, because a database with other migrations, or without the queues, is different. */
async function hashOfMigrations(): Promise<string> {
  const all = createHash('sha256').update('with queues\n');
  for (const { number, hash } of await findMigrations()) all.update(`${number} ${hash}\n`);
  return all.digest('hex').slice(0, 12);
}

/**
 * Empties the tables between two tests. A table with an empty file is empty. Deleting a test's few rows is many times
 * cheaper than truncating, and without triggers the order does not matter. Identity columns restart; sequences without
 * a table continue. The test's server may still work, so each table has a separate transaction: a session that holds
 * one lock while it waits for another can deadlock. The lock comes before the rows for the same reason.
 */
async function emptyTables(session: Session): Promise<void> {
  const { rows: full } = await session.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and relname not in ('applied_migrations', 'plans', 'plan_limits', 'plan_addons')`,
  );
  const empty = full.map(
    ({ name }) => `begin;
      set local session_replication_role = replica;
      lock table ${name} in exclusive mode;
      delete from ${name};
      commit;`,
  );
  await session.script(`${empty.join('\n')}
    select setval(seqrelid, seqstart, false) from pg_sequence
      where exists (select from pg_depend where objid = seqrelid and classid = 'pg_class'::regclass and deptype in ('a', 'i'));`);
}

/**
 * Applies every migration and creates every queue. Creating seventy queues takes most of the start. A test's extra
 * queues are added when it starts.
 */
async function furnish(database: Database): Promise<void> {
  await migrate(database);
  // Imported late, because these modules import everything, which most tests of lower packages do not need.
  const [{ features }, { listJobs }] = await Promise.all([
    import('@tally/features/registry'),
    import('@tally/server/boot/jobs'),
  ]);
  const queue = testQueue({ database });
  const makeCtx = () => {
    throw new Error('nothing runs here');
  };
  await queue.start({ jobs: listJobs(features), makeCtx, isWorker: false });
  await queue.stop();
}

const dumps = fileURLToPath(new URL('../../.tally/test-databases/', import.meta.url));

/** Creating a database takes seconds, but loading a dump is fast, so the first call stores a dump for the others. */
async function onEmbedded({ log = silentLog, statementTimeoutMs, sql }: TestDatabaseOptions): Promise<Database> {
  const limit = statementTimeoutMs ? { statementTimeoutMs } : {};
  if (sql !== undefined) return await openDb({ dataDir: null, log, ...limit });
  return await openDb({ dataDir: null, log, restoreFrom: await migratedDump(), ...limit });
}

/** Returns a dump of the embedded engine with every migration and queue. */
export async function migratedDump(): Promise<string> {
  const hash = await hashOfMigrations();
  const dump = `${dumps}${hash}.tar`;
  if (await isThere(dump)) return dump;
  const database = await openDb({ dataDir: null, log: silentLog });
  await furnish(database);
  await mkdir(dumps, { recursive: true });
  await database.backup(dump);
  await database.close();
  await forgetOldDumps(hash);
  return dump;
}

/**
 * Puts a migrated database into an empty data folder, because a process that creates its own is silent and busy for
 * seconds.
 */
export async function layDatabase(dataDir: string): Promise<void> {
  const target = join(dataDir, 'database');
  if (await isThere(target)) return;
  await cp(await migratedFolder(), target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function migratedFolder(): Promise<string> {
  const dump = await migratedDump();
  const folder = `${dumps}${await hashOfMigrations()}`;
  if (await isThere(folder)) return folder;
  const making = await mkdtemp(`${folder}-`);
  const database = await openDb({ dataDir: making, log: silentLog, restoreFrom: dump });
  await database.close();
  try {
    // Renamed last, so other processes never use a partial folder.
    await rename(join(making, 'database'), folder);
  } catch (error) {
    // Another test process has created the same folder first.
    if (!(await isThere(folder))) throw error;
  }
  await rm(making, { recursive: true });
  return folder;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Deletes old dumps. Each has 40 MB, every new migration creates another, and no run uses yesterday's. */
async function forgetOldDumps(newest: string): Promise<void> {
  for (const name of await readdir(dumps)) {
    const path = `${dumps}${name}`;
    const found = await stat(path).catch(() => null);
    const isOld = found !== null && found.mtimeMs < Date.now() - 86_400_000;
    if (isOld && !name.startsWith(newest)) await rm(path, { recursive: true, force: true });
  }
}

async function onPostgres(options: TestDatabaseOptions): Promise<Database> {
  const { log = silentLog, poolSize, statementTimeoutMs, sql } = options;
  const lent = await lendDatabase({ isEmpty: sql !== undefined });
  const database = await openDb({
    databaseUrl: lent.url,
    dataDir: null,
    log,
    poolSize: poolSize ?? 5,
    ...(statementTimeoutMs ? { statementTimeoutMs } : {}),
  });
  return {
    ...database,
    async close() {
      await database.close();
      await lent.giveBack();
    },
  };
}

/** Lends a migrated or empty database on the test server. Returning it deletes it. */
export async function lendDatabase({ isEmpty = false } = {}): Promise<{ url: string; giveBack(): Promise<void> }> {
  const name = `tally_test_${randomBytes(6).toString('hex')}`;
  const url = await createTestDatabase(name, { isEmpty });
  const drop = (session: Session) => session.script(`drop database if exists ${name} with (force)`);
  return { url, giveBack: () => asAdmin(testDatabaseUrl(), drop) };
}

/** Creates a database on the test server for processes that open it themselves. They must migrate an empty one. */
export async function createTestDatabase(name: string, { isEmpty = false } = {}): Promise<string> {
  const server = testDatabaseUrl();
  const template = isEmpty ? null : await makeTemplate(server);
  await asAdmin(server, async (session) => {
    if (template) await copyOf(session, { template, name });
    else await session.script(`create database ${name}`);
  });
  return urlOf(server, name);
}

/**
 * Copying the files takes a third of the time of copying page by page through the log, Postgres's default since 15;
 * older versions always copied files. (It waits for a checkpoint, which costs nothing without fsync.)
 */
async function copyOf(session: Session, { template, name }: { template: string; name: string }): Promise<void> {
  const { rows } = await session.query<{ asks: boolean }>(
    `select current_setting('server_version_num')::int >= 150000 as asks`,
  );
  await session.script(`create database ${name} template ${template}${rows[0]?.asks ? ' strategy file_copy' : ''}`);
}

/** Creates the template once per set of migrations; an advisory lock keeps other test processes out. */
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
    await furnish(database);
    await database.close();
    // Renamed last, so a partial database is never used as the template.
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
