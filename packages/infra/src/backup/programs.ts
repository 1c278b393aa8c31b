import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './archive.ts';

type Program = 'pg_dump' | 'pg_restore';

/** Debian installs the programs of each version separately. The newest version also reads older servers. */
async function foldersOfDebian(): Promise<string[]> {
  const versions = await readdir('/usr/lib/postgresql').catch((): string[] => []);
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
}

/** Other systems find the program on the path. */
async function findProgram(program: Program): Promise<string> {
  for (const folder of await foldersOfDebian()) {
    const files = await readdir(folder).catch((): string[] => []);
    if (files.includes(program)) return join(folder, program);
  }
  return program;
}

interface Connection extends AsyncDisposable {
  readonly args: readonly string[];
}

/** The password goes into a file, because every user of the machine can read the arguments of a program. */
async function openConnection(databaseUrl: string): Promise<Connection> {
  const url = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'tally-'));
  const passfile = join(folder, 'pgpass');
  const password = decodeURIComponent(url.password).replaceAll(/[\\:]/g, '\\$&');
  await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
  url.password = '';
  url.searchParams.set('passfile', passfile);
  return { args: ['-d', url.href], [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function start(program: Program, args: readonly string[]) {
  const child = spawn(await findProgram(program), args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  // A program that ends early stops reading. Its exit code explains why.
  child.stdin.on('error', () => undefined);
  const end = async (): Promise<void> => {
    const [code] = (await once(child, 'close').catch((error: unknown) => {
      throw new BackupError(
        `${program} is not installed. Install the client programs of Postgres (postgresql-client).`,
        {
          cause: error,
        },
      );
    })) as [number | null];
    if (code !== 0) throw new BackupError(`${program} failed: ${said.trim().split('\n')[0] ?? `code ${code}`}`);
  };
  const ended = end();
  // The program may fail before any caller awaits the result.
  ended.catch(() => undefined);
  return { child, ended };
}

export async function* dumpPostgres(databaseUrl: string, snapshot: string): AsyncGenerator<Uint8Array, void> {
  await using connection = await openConnection(databaseUrl);
  const options = ['-Fc', '-Z1', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  const { child, ended } = await start('pg_dump', [...options, ...connection.args]);
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array;
    await ended;
  } finally {
    child.kill();
  }
}

async function feed(program: Awaited<ReturnType<typeof start>>, dump: AsyncIterable<Uint8Array>): Promise<void> {
  program.child.stdout.resume();
  const problem = await pipeline(Readable.from(dump), program.child.stdin).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  await program.ended;
  // The program reads only as much as it needs, so a broken pipe is not an error.
  if (problem && problem.code !== 'EPIPE' && problem.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw problem;
}

/** Restores the whole dump or nothing. */
export async function restorePostgres(databaseUrl: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  await using connection = await openConnection(databaseUrl);
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await feed(await start('pg_restore', [...options, ...connection.args]), dump);
}

/** Lets pg_restore read the dump without a database, which proves that it is readable. */
export async function listDump(dump: AsyncIterable<Uint8Array>): Promise<void> {
  await feed(await start('pg_restore', ['--list']), dump);
}
