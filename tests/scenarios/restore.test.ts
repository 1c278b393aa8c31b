import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser } from '@tally/tests/api';
import { createTestDatabase } from '@tally/tests/database';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { findPrograms } from '@tally/tests/postgres';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { applicationId } from '@tally/tests/stack';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);

/** Follows docs/operations/backup.md: the restored installation is complete and can decrypt its secrets. */
let sim: Sim;
let folder: string;
let servers: ServerProcess[];
beforeAll(async () => {
  sim = await startSim({ limits: false });
});
afterAll(() => sim.close());
beforeEach(async () => {
  servers = [];
  folder = await mkdtemp(join(tmpdir(), 'tally-restore-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startServer>[0]): Promise<ServerProcess> {
  const server = await startServer({ sim, ...options });
  servers.push(server);
  return server;
}

async function logIn(server: ServerProcess): Promise<string> {
  const agreed = sim.discord.controls['authorise']?.({
    client_id: applicationId,
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds',
    user_id: demoUser,
  }) as { location: string } | undefined;
  const code = new URL(agreed?.location ?? '').searchParams.get('code') ?? '';
  const answer = await fetch(`${server.url}/sessions?code=${code}`, { method: 'POST' });
  return ((await answer.json()) as { data: { customToken: string } }).data.customToken;
}

/** Queries Discord in the person's name, with a token from the encrypted column. */
async function serversOf(server: ServerProcess, token: string): Promise<number> {
  const answer = await fetch(`${server.url}/@me/guilds?force=true`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown[] }).data.length;
}

it('a copy of DATA_DIR, made while nothing runs, continues where the original was stopped', async () => {
  const [before, after] = [join(folder, 'data'), join(folder, 'restored')];
  const first = await start({ dataDir: before });
  const token = await logIn(first);
  const owned = await serversOf(first, token);
  expect(owned).toBeGreaterThan(0);
  await first.kill('SIGTERM');
  await cp(before, after, { recursive: true });
  await rm(before, { recursive: true });
  expect(await serversOf(await start({ dataDir: after }), token)).toBe(owned);
});

const password = 'a long password';

/** Runs a command as the operator and returns its lines. Rejects with the error that the command prints. */
async function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const options = { env: { PATH: process.env.PATH, NODE_ENV: 'test', BACKUP_PASSWORD: password, ...env } };
  try {
    const flags = ['--disable-warning=ExperimentalWarning', `apps/server/src/${name}.ts`];
    return (await run(process.execPath, [...flags, ...args], options)).stdout;
  } catch (error) {
    throw new Error((error as { stderr: string }).stderr.trim(), { cause: error });
  }
}
/** Starts a bucket and returns its environment variables. */
async function openBucket() {
  const bucket = await startFakeS3({ accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto', bucket: 'tally' });
  onTestFinished(() => bucket.close());
  const storage = {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: 'tally',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  return { objects: bucket.objects, storage };
}
const rowsIn = (said: string): number => Number(/ (\d+) rows/.exec(said)?.[1]);
const fileIn = (said: string): string => said.slice(0, said.indexOf(': '));
const safeModeOf = async (server: ServerProcess) =>
  ((await (await fetch(`${server.url}/`)).json()) as { data: { safeMode: unknown } }).data.safeMode;

it('a backup of a running server is restored elsewhere, in safe mode, and its secrets can be decrypted', async () => {
  const [dataDir, restored] = [join(folder, 'data'), join(folder, 'restored')];
  const first = await start({ dataDir });
  const token = await logIn(first);
  const owned = await serversOf(first, token);
  const env = { DATA_DIR: dataDir, API_PORT: new URL(first.url).port };
  await expect(command('backup', [], { ...env, BACKUP_PASSWORD: '' })).rejects.toThrow(/^BACKUP_PASSWORD: needed/);
  const said = await command('backup', ['--to', join(folder, 'backups'), '--prove'], env);
  expect(said).toMatch(/ tables, \d+ rows, \d+ files\. It was read again, restored and compared\.\n$/);
  const file = fileIn(said);
  expect(await command('restore', [file, '--check'], env)).toMatch(/is whole: .* its keys open\.\n$/);
  const { objects, storage } = await openBucket();
  objects.set(`at/${basename(file)}`, await readFile(file));
  const there = ['s3://tally/at', '--check'];
  await expect(command('restore', there, { ...env, ...storage })).rejects.toThrow(
    `s3://tally/at holds 1:\n${basename(file)}\nName one of them.`,
  );
  const stored = `s3://tally/at/${basename(file)}`;
  expect(await command('restore', [stored, '--check'], { ...env, ...storage })).toMatch(
    /^s3:.* is whole: .* its keys open\.\n$/,
  );
  await expect(command('backup', ['--to', 's3://tally/at'], env)).rejects.toThrow(
    /^s3:\/\/tally\/at: needs S3_ENDPOINT/,
  );
  await expect(command('restore', [file, '--into', dataDir], env)).rejects.toThrow(
    /is in use by another process of this program/,
  );
  expect(await command('restore', [file, '--into', restored], {})).toMatch(/^Restored\. It starts in safe mode/);
  await first.kill('SIGTERM');
  const second = await start({ dataDir: restored });
  expect(await safeModeOf(second)).toMatchObject({ reason: 'restored' });
  expect(await serversOf(second, token)).toBe(owned);
});

/** These programs must have the same version as the server. */
const programs = process.env.TEST_DATABASE_URL ? await findPrograms() : null;

describe.runIf(programs && existsSync(join(programs, 'pg_dump')))('with Postgres', () => {
  it('a backup in a bucket that is restored into an empty database continues where it was made, with its own keys', async () => {
    const name = randomBytes(4).toString('hex');
    const from = await createTestDatabase(`dumped_${name}`);
    const { storage } = await openBucket();
    const env = { ...storage, ENCRYPTION_KEYS: `shared:${Buffer.alloc(32, 7).toString('base64')}` };
    const first = await start({ env: { DATABASE_URL: from, ...env } });
    const token = await logIn(first);
    const owned = await serversOf(first, token);
    const before = join(folder, 'keys');
    const here = { DATABASE_URL: from, DATA_DIR: before, ...env };
    const said = await command('backup', ['--to', 's3://tally/nightly/backups', '--prove'], here);
    const stored = fileIn(said);
    expect(stored).toMatch(/^s3:\/\/tally\/nightly\/backups\/tally-[\w-]+\.tally$/);
    const to = await createTestDatabase(`restored_${name}`, { isEmpty: true });
    const after = join(folder, 'after');
    const there = { ...storage, DATA_DIR: after };
    await expect(command('restore', [stored, '--into', from], there)).rejects.toThrow(
      'Tally is running on this database. Stop it first.',
    );
    await first.kill('SIGTERM');
    await command('restore', [stored, '--into', to], there);
    // All rows are there, plus the row of safe mode.
    const again = await command('backup', ['--to', folder], { ...there, DATABASE_URL: to });
    expect(rowsIn(again)).toBe(rowsIn(said) + 1);
    const second = await start({ env: { DATABASE_URL: to, ...there, ENCRYPTION_KEYS: '' } });
    expect(await safeModeOf(second)).toMatchObject({ reason: 'restored' });
    expect(await serversOf(second, token)).toBe(owned);
  });
});
