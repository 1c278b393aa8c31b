import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { type FakeS3, startFakeS3 } from '@tally/tests/fake-s3';
import { freePort } from '@tally/tests/free-port';
import { startServer } from '@tally/tests/server-process';
import { applicationId, type Stack, startStack } from '@tally/tests/stack';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const canary = (what: string) => `canary-${what}-${randomBytes(12).toString('hex')}`;

/** Every secret that an operator sets. The program's output must not contain any of them. */
const settings = {
  DISCORD_TOKEN: canary('bot'),
  DISCORD_CLIENT_SECRET: canary('discord'),
  KICK_CLIENT_SECRET: canary('kick'),
  TWITCH_CLIENT_SECRET: canary('twitch'),
  TWITCH_EVENTSUB_SECRET: canary('eventsub'),
  YOUTUBE_API_KEY: canary('youtube'),
  YOUTUBE_CLIENT_SECRET: canary('google'),
  YOUTUBE_HUB_SECRET: canary('hub'),
  STRIPE_SECRET_KEY: canary('stripe'),
  STRIPE_WEBHOOK_SECRET: canary('stripe-webhook'),
  TOPGG_WEBHOOK_SECRET: canary('topgg'),
  KICKBOT_SECRET: canary('kickbot'),
  TOPGG_WEBHOOK_PASSWORD: canary('topgg-password'),
  S3_ACCESS_KEY_ID: canary('s3-id'),
  S3_SECRET_ACCESS_KEY: canary('s3-secret'),
  BACKUP_PASSWORD: canary('backup'),
  OTEL_EXPORTER_OTLP_HEADERS: `x-key=${canary('collector')}`,
};
const encryptionKey = randomBytes(32).toString('base64');
/** Secrets of people, which are created while the test runs. */
const personal: Record<string, string> = {};

let sim: Sim;
let bucket: FakeS3;
let stack: Stack;
let dataDir: string;
/** The bodies and headers of all answers, with their sender. */
const answers: { from: string; text: string }[] = [];

beforeAll(async () => {
  sim = await startSim({ limits: false });
  application().token = settings.DISCORD_TOKEN;
  application().secret = settings.DISCORD_CLIENT_SECRET;
  bucket = await startFakeS3({
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    region: 'auto',
  });
  dataDir = await mkdtemp(join(tmpdir(), 'tally-canaries-'));
  const serverEnv = {
    ...settings,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    ENCRYPTION_KEYS: `first:${encryptionKey}`,
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: 'tally',
    DISCORD_CLIENT_ID: applicationId,
    DISCORD_API_URL: `${sim.url}/discord/api`,
    DISCORD_CDN_URL: `${sim.url}/discord/cdn`,
    DISCORD_AUTHORIZE_URL: `${sim.url}/discord/oauth2/authorize`,
    KICK_CLIENT_ID: 'sim-kick-client',
    KICK_API_URL: `${sim.url}/kick/api`,
    KICK_ID_URL: `${sim.url}/kick/id`,
    KICK_SITE_URL: `${sim.url}/kick/site`,
    KICK_WEB_URL: `${sim.url}/kick/web`,
    KICK_MOBILE_URL: `${sim.url}/kick/mobile`,
    KICK_CLIPS_URL: `${sim.url}/kick/clips`,
    KICK_STREAM_URL: `${sim.url}/kick/stream`,
    KICK_FILES_URL: `${sim.url}/kick/files`,
    TWITCH_CLIENT_ID: 'sim-twitch-client',
    TWITCH_HELIX_URL: `${sim.url}/twitch/helix`,
    TWITCH_ID_URL: `${sim.url}/twitch/id`,
    YOUTUBE_CLIENT_ID: 'sim-youtube-client',
    YOUTUBE_API_URL: `${sim.url}/youtube/api/youtube/v3`,
    YOUTUBE_HUB_URL: `${sim.url}/youtube/hub`,
    YOUTUBE_SITE_URL: `${sim.url}/youtube/site`,
    YOUTUBE_AUTHORIZE_URL: `${sim.url}/youtube/accounts/o/oauth2/v2/auth`,
    YOUTUBE_TOKEN_URL: `${sim.url}/youtube/oauth2`,
    STRIPE_API_URL: `${sim.url}/stripe`,
  };
  // The web app gets all of them too, because people start both programs with one .env.
  const { LOG_LEVEL: _, ...webEnv } = serverEnv;
  stack = await startStack({ sim, serverEnv, webEnv });
});
afterAll(async () => {
  await stack?.close();
  await bucket?.close();
  await sim?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends a request and keeps the answer. Ignores `set-cookie`, where a token is allowed. */
async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const text = await answer.text();
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').join('\n');
  answers.push({ from: `${init.method ?? 'GET'} ${new URL(url).pathname}`, text: `${headers}\n${text}` });
  return { status: answer.status, text };
}

const api = (path: string, init?: RequestInit) => ask(stack.server.url + path, init);
const page = (path: string) => ask(stack.web + path, { headers: { cookie: `token=${personal['session']}` } });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  api(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const bearer = () => ({ authorization: `Bearer ${personal['session']}` });

function application() {
  const known = sim.discord.state.applications.get(applicationId);
  if (!known) throw new Error('The simulated world has no application.');
  return known;
}

function agree(): string {
  const { location } = stack.discord('authorise', {
    client_id: applicationId,
    redirect_uri: `${stack.web}/login/callback`,
    scope: 'identify email guilds guilds.join',
    user_id: demoUser,
  }) as { location: string };
  return new URL(location).searchParams.get('code') ?? '';
}

const secrets = () => Object.entries({ ...settings, encryptionKey, ...personal });

/** Returns the secrets in a text, including in other encodings. */
const found = (text: string): string[] =>
  secrets()
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')].some((spelling) =>
        text.includes(spelling),
      ),
    )
    .map(([name]) => name);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('every secret that can be set is set here', async () => {
  const documented = (await readFile('.env.example', 'utf8')).matchAll(
    /^#? ?([A-Z0-9_]+_(?:SECRET|TOKEN|PASSWORD|API_KEY|SECRET_KEY|ACCESS_KEY|KEY_ID|OTLP_HEADERS))=/gm,
  );
  // A separate test covers the database's secret.
  const names = [...documented].map(([, name]) => name).filter((name) => name !== 'POSTGRES_PASSWORD');
  expect(new Set(names)).toEqual(new Set(Object.keys(settings)));
});

describe('no secret leaves the program', () => {
  it('lets people log in, fail, and meet an outage', async () => {
    const code = agree();
    const login = await fetch(`${stack.server.url}/sessions?code=${code}`, { method: 'POST' });
    expect(login.status).toBe(200);
    personal['code'] = code;
    personal['session'] = ((await login.json()) as { data: { customToken: string } }).data.customToken;
    for (const [token, { refreshToken }] of sim.discord.state.grantsByToken) {
      personal[`access ${Object.keys(personal).length}`] = token;
      if (refreshToken) personal[`refresh ${Object.keys(personal).length}`] = refreshToken;
    }
    expect(Object.keys(personal).length).toBeGreaterThan(3);

    const guilds = () => api('/@me/guilds?force=true', { headers: bearer() });
    expect((await guilds()).status).toBe(200);
    expect((await api(`/sessions?code=${code}`, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
    expect((await api('/sessions?code=nonsense', { method: 'POST' })).status).toBeGreaterThanOrEqual(400);

    sim.faults.add({ world: 'discord', kind: 'outage' });
    personal['code in the outage'] = canary('code');
    await api(`/sessions?code=${personal['code in the outage']}`, { method: 'POST' });
    await guilds();
    await api(`/@me/guilds/${nightCity}?types=channels,roles&force=true`, { headers: bearer() });
    sim.faults.clear();
    application().secret = 'changed at Discord';
    await api(`/sessions?code=${agree()}`, { method: 'POST' });
    application().secret = settings.DISCORD_CLIENT_SECRET;
    await vi.waitFor(async () => expect((await guilds()).status).toBe(200), { timeout: 60_000, interval: 250 });
  });

  it('returns its answers, good and bad', async () => {
    const good = ['/', '/status', '/recent', '/health', '/ready', '/metrics', '/openapi.json', '/docs', '/oauth2'];
    for (const path of good) await api(path, { headers: bearer() });
    const own = ['/@me', '/sessions', `/data/user/${demoUser}`, `/data/guild/${nightCity}`, '/ratelimit'];
    for (const path of own) expect(await api(path, { headers: bearer() })).toMatchObject({ status: 200 });

    const { authorization } = bearer();
    const session = personal['session'] ?? '';
    await post('/sessions', '{"code":', { authorization });
    await post('/telemetry/nonsense', `{"token":"${session}"`, { authorization });
    await post(`/data/guild/${nightCity}/kick/xqc`, `{"notificationChannelId":"${session}"}`, { authorization });
    await post(`/data/guild/${nightCity}/kick/xqc`, 'x'.repeat(3_000_000), { authorization });
    await post('/webhooks/kick', '{}', { 'kick-event-signature': 'AAAA' });
    await post('/webhooks/stripe', '{}', { 'stripe-signature': 't=1,v1=00' });
    await post('/webhooks/topgg', '{}', { authorization: 'a guess' });
    for (const world of ['youtube', 'twitch', 'kick'])
      await api(`/data/creators/${world}/nobody`, { headers: bearer() });
    for (const path of ['/premium/plans', '/stripe/subscriptions', '/stripe/payments'])
      await api(path, { headers: bearer() });
    await api('/@me', { headers: { authorization: session } });
    await api('/@me', { headers: { authorization: `Basic ${btoa(session)}` } });
    await api('/@me', { headers: { cookie: `token=${session}` } });
    await api('/nowhere', { headers: bearer() });
    await api(`/data/guild/${nightCity}/kick/xqc`, {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ notificationChannelId: '801000000000000001' }),
    });
    for (const path of ['/', '/dashboard', '/select', '/settings', '/nowhere', `/dashboard/server/${nightCity}/manage`])
      await page(path);
    await page('/api/tally/@me');
    await page('/api/tally/nowhere');
    expect(answers.length).toBeGreaterThan(30);
    expect(answers.filter(({ text }) => found(text).length > 0).map(({ from, text }) => [from, found(text)])).toEqual(
      [],
    );
  });

  it('writes none of them to its logs, even at the most detailed level', () => {
    expect(stack.server.output().length).toBeGreaterThan(1000);
    const lines = `${stack.server.output()}\n${stack.webOutput()}`.split('\n');
    expect(lines.filter((line) => found(line).length > 0)).toEqual([]);
  });

  it('keeps people’s tokens in the database only encrypted', async () => {
    await stack.server.kill('SIGTERM');
    const files = await filesBelow(dataDir);
    const all = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'latin1') })));
    expect(all.some(({ text }) => text.includes('Night City'))).toBe(true);
    expect(all.filter(({ text }) => found(text).length > 0).map(({ file, text }) => [file, found(text)])).toEqual([]);
  });

  it('has none of them in the files that browsers load', async () => {
    const files = await filesBelow('apps/web/.next/static');
    expect(files.length).toBeGreaterThan(10);
    const names = [
      ...Object.keys(settings).filter((name) => /SECRET|TOKEN|PASSWORD|API_KEY/.test(name)),
      'ENCRYPTION_KEYS',
    ];
    const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    expect(texts.flatMap(found)).toEqual([]);
    // If a bundle contained a setting's name, the next build could insert its value.
    expect(names.filter((name) => texts.some((text) => text.includes(`env.${name}`)))).toEqual([]);
  });

  it('reports a failed connection to the database without its password', async () => {
    const password = canary('database');
    const port = await freePort();
    const DATABASE_URL = `postgres://tally:${password}@127.0.0.1:${port}/tally`;
    const server = await startServer({ sim, env: { DATABASE_URL, LOG_LEVEL: 'debug' } });
    await vi.waitFor(() => expect(server.output().length).toBeGreaterThan(0), { timeout: 60_000 });
    await server.kill('SIGKILL');
    expect(server.output()).not.toContain(password);
  });
});
