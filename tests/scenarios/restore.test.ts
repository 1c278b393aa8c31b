import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser } from '@tally/tests/api';
import { createTestDatabase } from '@tally/tests/database';
import { findPrograms } from '@tally/tests/postgres';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { applicationId } from '@tally/tests/stack';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** The ways of docs/operations/going-live.md, "Backups": what is restored is whole, and its secrets can be opened. */
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

/** Asks Discord in the person's name, with a token that is sealed in the database. */
async function serversOf(server: ServerProcess, token: string): Promise<number> {
  const answer = await fetch(`${server.url}/@me/guilds?force=true`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: unknown[] }).data.length;
}

it('a copy of DATA_DIR, made while nothing runs, goes on where the original was stopped', async () => {
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

/** Of the same version as the server that they talk to. */
const programs = process.env.TEST_DATABASE_URL ? await findPrograms() : null;

describe.runIf(programs && existsSync(join(programs, 'pg_dump')))('with Postgres', () => {
  it('a dump that is restored into an empty database, with the same keys, goes on where it was made', async () => {
    const name = randomBytes(4).toString('hex');
    const from = await createTestDatabase(`dumped_${name}`);
    const first = await start({ env: { DATABASE_URL: from } });
    const token = await logIn(first);
    const owned = await serversOf(first, token);
    // While it runs: a dump is a picture of one moment.
    const dump = join(folder, 'tally.dump');
    await run(join(programs ?? '', 'pg_dump'), ['-Fc', '-f', dump, from]);
    await first.kill('SIGTERM');
    const to = await createTestDatabase(`restored_${name}`, { isEmpty: true });
    await run(join(programs ?? '', 'pg_restore'), ['--no-owner', '--exit-on-error', '-d', to, dump]);
    expect(await serversOf(await start({ env: { DATABASE_URL: to } }), token)).toBe(owned);
  });
});
