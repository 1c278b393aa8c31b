import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '@tally/infra/db';
import { examine } from '@tally/server/doctor/examine';
import { describeExamined } from '@tally/server/doctor/say';
import { type Sim, startSim } from '@tally/sim/start';
import { createTestDatabase } from '@tally/tests/database';
import { type FakeS3, startFakeS3 } from '@tally/tests/fake-s3';
import { freePort } from '@tally/tests/free-port';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const applicationId = '900000000000000001';
const storage = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' };

let sim: Sim;
let bucket: FakeS3;
let server: ServerProcess;
let dataDir: string;
let env: Record<string, string>;

/** Sets all keys, as an operator would. The simulated world plays the services that issued them. */
beforeAll(async () => {
  sim = await startSim({ limits: false });
  bucket = await startFakeS3(storage);
  dataDir = await mkdtemp(join(tmpdir(), 'tally-doctor-'));
  const port = await freePort();
  const publicApi = `http://127.0.0.1:${port}`;
  env = {
    SIM_PORT: `${sim.port}`,
    API_PORT: `${port}`,
    PUBLIC_API_URL: publicApi,
    DISCORD_TOKEN: 'sim-bot-token',
    DISCORD_CLIENT_ID: applicationId,
    DISCORD_CLIENT_SECRET: 'sim-client-secret',
    DISCORD_API_URL: `${sim.url}/discord/api`,
    DISCORD_CDN_URL: `${sim.url}/discord/cdn`,
    KICK_CLIENT_ID: 'sim-kick-client',
    KICK_CLIENT_SECRET: 'sim-kick-secret',
    KICK_API_URL: `${sim.url}/kick/api`,
    KICK_ID_URL: `${sim.url}/kick/id`,
    KICK_SITE_URL: `${sim.url}/kick/site`,
    KICK_WEB_URL: `${sim.url}/kick/web`,
    KICK_MOBILE_URL: `${sim.url}/kick/mobile`,
    KICK_CLIPS_URL: `${sim.url}/kick/clips`,
    KICK_STREAM_URL: `${sim.url}/kick/stream`,
    TWITCH_CLIENT_ID: 'sim-twitch-client',
    TWITCH_CLIENT_SECRET: 'sim-twitch-secret',
    TWITCH_HELIX_URL: `${sim.url}/twitch/helix`,
    TWITCH_ID_URL: `${sim.url}/twitch/id`,
    YOUTUBE_API_KEY: 'sim-youtube-key',
    YOUTUBE_CLIENT_ID: 'sim-youtube-client',
    YOUTUBE_CLIENT_SECRET: 'sim-youtube-secret',
    YOUTUBE_API_URL: `${sim.url}/youtube/api/youtube/v3`,
    YOUTUBE_HUB_URL: `${sim.url}/youtube/hub`,
    YOUTUBE_SITE_URL: `${sim.url}/youtube/site`,
    YOUTUBE_TOKEN_URL: `${sim.url}/youtube/oauth2`,
    STRIPE_SECRET_KEY: 'sk_test_tally_simulated_world',
    STRIPE_WEBHOOK_SECRET: 'whsec_tally_simulated_world',
    STRIPE_API_URL: `${sim.url}/stripe`,
    TOPGG_WEBHOOK_SECRET: 'whs_tally_simulated_world',
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: 'tally',
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  };
  await fetch(`${sim.url}/stripe/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url: `${publicApi}/webhooks/stripe`, 'enabled_events[0]': '*' }),
  });
  server = await startServer({ env: { ...env, LOG_LEVEL: 'error' }, dataDir, port });
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await Promise.all([sim.close(), bucket.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const say = async (change: Record<string, string> = {}) =>
  describeExamined(await examine({ ...env, DATA_DIR: dataDir, ...change }));

describe('an installation with all keys', () => {
  it('has no faults beside its server, whose start reported none either', async () => {
    expect(await say()).toBe(
      [
        '✓ Discord, addresses, disk and data folder, Kick, Twitch, YouTube, Stripe, top.gg, file storage, database, encryption keys',
        '– not set up: dashboard address, backups',
        'Nothing is wrong.',
      ].join('\n'),
    );
    expect(server.output()).toBe('');
    expect(sim.unknownCalls).toEqual([]);
  });

  it('with five wrong keys reports all five, in a few lines', async () => {
    const text = await say({
      DISCORD_CLIENT_SECRET: 'wrong',
      KICK_CLIENT_SECRET: 'wrong',
      TWITCH_CLIENT_SECRET: 'wrong',
      YOUTUBE_API_KEY: 'wrong',
      STRIPE_SECRET_KEY: 'sk_live_wrong',
    });
    expect(text).toContain('✗ Discord does not accept DISCORD_CLIENT_SECRET, so logins fail.\n  In the developer');
    expect(text).toContain('✗ Kick does not accept KICK_CLIENT_ID and KICK_CLIENT_SECRET.');
    expect(text).toContain('✗ Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.');
    expect(text).toContain('✗ Google does not accept YOUTUBE_API_KEY.');
    expect(text).toContain('✗ Stripe does not accept STRIPE_SECRET_KEY.');
    expect(text.split('\n')).toHaveLength(13);
  });

  it('with another program at its public address reports it', async () => {
    expect(await say({ PUBLIC_API_URL: sim.url })).toContain(`✗ Another program responds at PUBLIC_API_URL=${sim.url}`);
  });
});

describe('faults that prevent the start', () => {
  it.each<readonly [Record<string, string>, string]>([
    [{ KICK_CLIENT_SECRET: '' }, 'KICK_CLIENT_SECRET: needed beside KICK_CLIENT_ID'],
    [{ TWITCH_CLIENT_ID: '' }, 'TWITCH_CLIENT_ID: needed beside TWITCH_CLIENT_SECRET'],
    [{ YOUTUBE_CLIENT_SECRET: '' }, 'YOUTUBE_CLIENT_SECRET: needed beside YOUTUBE_CLIENT_ID'],
    [{ DISCORD_CLIENT_SECRET: '' }, 'DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: needed beside DISCORD_TOKEN'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET: needed beside STRIPE_SECRET_KEY'],
    [{ S3_BUCKET: '' }, 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: needed together'],
    [{ API_PORT: 'many' }, 'API_PORT: must be a port'],
    [{ ROLE: 'api' }, 'DATABASE_URL: needed with ROLE=api'],
    [{ ENCRYPTION_KEYS: 'hunter2' }, 'ENCRYPTION_KEYS: each key is written id:base64 of 32 bytes'],
    [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'the database at 127.0.0.1:1/c can not be reached'],
  ])('%o', async (change, sentence) => {
    const text = await say(change);
    expect(text).toContain(`✗ ${sentence.startsWith('the database') ? 'DATABASE_URL: ' : ''}${sentence}`);
    expect(text).toMatch(/\n1 fault\.$|^✗ .*\n1 fault\.$/);
  });

  it('reports the process number of the program that holds a folder', async () => {
    const other = await mkdtemp(join(tmpdir(), 'tally-held-'));
    await mkdir(join(other, 'database'));
    const release = await lockFolder(other);
    // None of our servers answers at this URL.
    expect(await say({ DATA_DIR: other, API_PORT: '1' })).toContain(
      `is in use by another process of this program (pid ${process.pid})`,
    );
    await release();
    await rm(other, { recursive: true });
  });

  it('a wrong token ends the start in one sentence, before anything is opened', async () => {
    const started = await startServer({
      env: { ...env, DISCORD_TOKEN: 'wrong.token.here' },
      port: await freePort(),
      isFirstStart: true,
    });
    expect(await started.gone).toBe(1);
    expect(started.output().trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Discord does not accept DISCORD_TOKEN\. At https:\/\/discord\.com\/developers.*“Reset Token”/,
      ),
    ]);
  });
});

it('a wrong client id is reported once at the start, as an error and without a stack', async () => {
  const port = `${await freePort()}`;
  const started = await startServer({
    env: {
      ...env,
      API_PORT: port,
      PUBLIC_API_URL: `http://127.0.0.1:${port}`,
      DISCORD_CLIENT_ID: '900000000000000009',
      LOG_LEVEL: 'warn',
    },
  });
  await expect.poll(() => started.output()).toMatch(/the token belongs to the application 900000000000000001/);
  await expect.poll(() => started.output()).toMatch(/does not let this bot set its commands/);
  await started.kill();
  const lines = started
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string; err?: unknown });
  expect(lines.filter(({ err }) => err)).toEqual([]);
});

describe.runIf(process.env.TEST_DATABASE_URL)('processes that store files in different folders', () => {
  it('are a fault, unless there is a bucket', async () => {
    const DATABASE_URL = await createTestDatabase(`folders_${randomBytes(4).toString('hex')}`);
    const filesCheck = async (change: Record<string, string> = {}) =>
      (await examine({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL, ...change })).checks.find(
        ({ check }) => check === 'files',
      )?.faults;
    const first = await startServer({ sim, role: 'worker', env: { DATABASE_URL } });
    expect(await filesCheck()).toBeUndefined();
    const second = await startServer({ sim, role: 'worker', env: { DATABASE_URL } });
    expect(await filesCheck()).toEqual([
      expect.objectContaining({
        remedy: expect.stringMatching(/^Set S3_ENDPOINT .* the same DATA_DIR for all of them\.$/),
      }),
    ]);
    const { S3_ENDPOINT = '', S3_BUCKET = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env;
    expect(await filesCheck({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY })).toEqual([]);
    await Promise.all([first, second].map((server) => server.kill('SIGKILL')));
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)('another installation with the same bot token', () => {
  it('is named by the log and the doctor when Discord counts more calls than ours', async () => {
    const DATABASE_URL = await createTestDatabase(`token_${randomBytes(4).toString('hex')}`);
    const port = await freePort();
    const worker = await startServer({ role: 'worker', env: { ...env, API_PORT: `${port}`, DATABASE_URL }, port });
    const faultsOfDiscord = async () =>
      (await examine({ ...env, DATA_DIR: dataDir, DATABASE_URL })).checks
        .find(({ check }) => check === 'discord')
        ?.faults.map(({ code, remedy }) => [code, remedy]);
    expect(await faultsOfDiscord()).toEqual([]);
    const beyond = { kind: 'rate-limit', scope: 'global', retryAfter: 0.05, percent: 100 } as const;
    const fault = sim.faults.add({ world: 'discord', route: 'GET /users/@me', ...beyond });
    await expect
      .poll(async () => {
        await fetch(`${worker.url}/ready`);
        return await faultsOfDiscord();
      })
      .toEqual([['tokenElsewhere', expect.stringMatching(/^Stop the other installation/)]]);
    expect(worker.output()).toMatch(/more calls with this bot token than all processes of this database make/);
    sim.faults.remove(fault.id);
    await worker.kill('SIGKILL');
  });
});
