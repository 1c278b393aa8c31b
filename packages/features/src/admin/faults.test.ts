import { createSecrets, parseKeys } from '@tally/infra/crypto';
import type { Http, HttpCall } from '@tally/infra/http';
import { type Ctx, readConfig, silentLog, systemRandom, UpstreamError } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { beforeEach, describe, expect, it } from 'vitest';
import { features } from '../registry.ts';
import { receiveProbe } from './service/probe.ts';
import { type CheckDoors, checkNames, describeChecked, runChecks } from './service/run-checks.ts';

const now = new Date('2026-11-24T12:00:00.000Z');

/** A public installation in which every key is set. */
const keys = {
  DISCORD_TOKEN: 'MTAw.Gabcde.secret',
  DISCORD_CLIENT_ID: '100',
  DISCORD_CLIENT_SECRET: 'discord-secret',
  SUPPORT_SERVER_ID: '500',
  WEB_URL: 'https://tally.example',
  PUBLIC_API_URL: 'https://api.tally.example',
  TRUST_PROXY: 'true',
  KICK_CLIENT_ID: 'kick',
  KICK_CLIENT_SECRET: 'kick-secret',
  TWITCH_CLIENT_ID: 'twitch',
  TWITCH_CLIENT_SECRET: 'twitch-secret',
  YOUTUBE_API_KEY: 'youtube',
  YOUTUBE_CLIENT_ID: 'google',
  YOUTUBE_CLIENT_SECRET: 'google-secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TOPGG_WEBHOOK_SECRET: 'whs_1',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'tally',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

type Reply =
  | 'never'
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly reason: string };
const ok = (json: unknown): Reply => ({ status: 200, json });
const refused = (status: number, json: unknown = {}): Reply => ({ status, json });
const google = (status: number, reason: string, detail?: string): Reply =>
  refused(status, { error: { errors: [{ reason }], ...(detail ? { details: [{ reason: detail }] } : {}) } });

const ALL_INTENTS = (1 << 13) | (1 << 15) | (1 << 19);
const application = {
  id: '100',
  verify_key: 'ab'.repeat(32),
  flags: ALL_INTENTS,
  bot_public: true,
  bot_require_code_grant: false,
  redirect_uris: ['https://tally.example/login/callback', 'https://tally.example/linked-roles'],
  interactions_endpoint_url: null,
};
const gateway = { url: 'wss://gateway', session_start_limit: { total: 1000, remaining: 900, reset_after: 0 } };
const webhook = { url: 'https://api.tally.example/webhooks/stripe', status: 'enabled', enabled_events: ['*'] };
const supportServer = {
  owner_id: '9',
  roles: [
    { id: '500', permissions: '0' },
    { id: '501', permissions: '1' },
  ],
};
const discord = 'https://discord.com/api';
const APPLICATION = `GET ${discord}/v10/applications/@me`;
const STRIPE = 'GET https://api.stripe.com/v1/webhook_endpoints';
const YOUTUBE = 'GET https://www.googleapis.com/youtube/v3/videos';
const PROBE = 'POST https://api.tally.example/webhooks/probe';
const DASHBOARD = 'GET https://tally.example/api/tally/health';

interface World {
  env: Record<string, string>;
  /** Simulated responses, keyed by method and URL. */
  answers: Record<string, Reply>;
  date: Date;
  /** Simulates how a proxy changes a call to our own URL. */
  proxy: (call: { headers: Record<string, string>; body: Buffer }) => { headers: Record<string, string>; body: Buffer };
  /** The IP address from which the API thinks the call came. */
  ip: string;
  put: () => Promise<void>;
}

let world: World;
beforeEach(() => {
  world = {
    env: { ...keys },
    date: now,
    answers: {
      [APPLICATION]: ok(application),
      [`POST ${discord}/oauth2/token`]: refused(400, { error: 'invalid_grant' }),
      [`GET ${discord}/v10/gateway/bot`]: ok(gateway),
      [`GET ${discord}/v10/guilds/500`]: ok(supportServer),
      [`GET ${discord}/v10/guilds/500/members/100`]: ok({ roles: ['501'] }),
      'GET http://127.0.0.1:4000/health': ok({ data: { up: true } }),
      [DASHBOARD]: ok({ status: 200, data: { up: true } }),
      'POST https://id.kick.com/oauth/token': ok({ access_token: 'a' }),
      'POST https://id.twitch.tv/oauth2/token': ok({ access_token: 'a' }),
      [YOUTUBE]: ok({ items: [] }),
      'POST https://oauth2.googleapis.com/token': refused(400, { error: 'invalid_grant' }),
      [STRIPE]: ok({ data: [webhook] }),
    },
    proxy: ({ headers, body }) => ({ headers: { ...headers, 'x-forwarded-for': '203.0.113.7' }, body }),
    ip: '203.0.113.7',
    put: async () => undefined,
  };
});

function doors(): CheckDoors & { timers: ReturnType<typeof testTimers> } {
  const secrets = createSecrets({
    keys: parseKeys('test', `t:${Buffer.alloc(32, 7).toString('base64')}`),
    random: systemRandom,
  });
  const clock = { now: () => now };
  const throughProxy = async (call: HttpCall) => {
    const sent = { headers: { ...call.headers }, body: Buffer.from((call.body as { bytes: Uint8Array }).bytes) };
    const { headers, body } = world.proxy(sent);
    const ctx = { secrets, clock, client: { ip: world.ip, userAgent: '' } } as unknown as Ctx;
    const query = call.query as Record<string, string>;
    const answer = await receiveProbe(ctx, { method: 'POST', headers, query, rawBody: body });
    return { status: answer.status, headers: {}, data: Buffer.from(answer.body ?? '') };
  };
  const http = {
    async raw(call: HttpCall) {
      const name = `${call.method ?? 'GET'} ${String(call.url)}`;
      const reply = name === STRIPE ? stripeKnows(world.answers[name]) : world.answers[name];
      if (!reply && name === PROBE) return await throughProxy(call);
      if (!reply) throw new Error(`nobody answers ${name}`);
      if (reply === 'never') return await new Promise<never>(() => undefined);
      if ('reason' in reply) {
        const cause = Object.assign(new Error('no'), { code: reply.reason });
        throw new UpstreamError({ world: call.world, kind: 'down', message: 'could not be reached', cause });
      }
      const data = Buffer.from(typeof reply.json === 'string' ? reply.json : JSON.stringify(reply.json));
      return { status: reply.status, headers: { date: world.date.toUTCString(), ...reply.headers }, data };
    },
  } as unknown as Http;
  return {
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere/at/all', ...world.env }),
    http,
    clock,
    timers: testTimers(),
    features,
    secrets,
    db: null,
    log: silentLog,
    files: { put: world.put, delete: async () => undefined } as unknown as Ctx['files'],
  };
}

/** If a test sets another public URL, Stripe's simulated webhook gets that URL, too. */
function stripeKnows(reply: Reply | undefined): Reply | undefined {
  const { PUBLIC_API_URL: address = keys.PUBLIC_API_URL } = world.env;
  return JSON.parse(JSON.stringify(reply).replaceAll(keys.PUBLIC_API_URL, address)) as Reply;
}

const faultsNow = async () =>
  (await runChecks(doors())).flatMap((each) =>
    describeChecked('en-US', each).faults.map(({ code, cause }) => ({ code, cause })),
  );

const answer = (name: string, reply: Reply) => () => void (world.answers[name] = reply);
const setting = (name: string, value: string) => () => void (world.env[name] = value);
const withApplication = (change: object) => answer(APPLICATION, ok({ ...application, ...change }));
const storage = (kind: 'denied' | 'gone' | 'down') => () => {
  world.put = () => Promise.reject(new UpstreamError({ world: 'files', kind, message: 'no', status: 403 }));
};

it('an installation with all keys has no faults, and checks of this computer are left out', async () => {
  const checked = await runChecks(doors());
  expect(checked.flatMap(({ findings }) => findings)).toEqual([]);
  const missing = checkNames.filter((name) => !checked.some(({ check }) => check === name));
  expect(missing).toEqual(['database', 'keys', 'backup']);
});

it('one without any keys has nothing to check but its disk', async () => {
  world.env = {};
  expect(await runChecks(doors())).toEqual([{ check: 'machine', findings: [] }]);
});

it('before the first start our addresses do not answer, which is not a fault', async () => {
  for (const name of [DASHBOARD, PROBE, 'GET http://127.0.0.1:4000/health'])
    world.answers[name] = { reason: 'ECONNREFUSED' };
  expect(await faultsNow()).toEqual([]);
});

describe('each fault is named, and nothing else is', () => {
  it.each<readonly [string, () => void, RegExp]>([
    ['wrongToken', answer(APPLICATION, refused(401)), /does not accept DISCORD_TOKEN/],
    [
      'tokenHasPrefix',
      () => [setting('DISCORD_TOKEN', 'Bot a.b.c'), answer(APPLICATION, refused(401))].forEach((go) => go()),
      /“Bot ”/,
    ],
    [
      'notAToken',
      () => [setting('DISCORD_TOKEN', 'secret'), answer(APPLICATION, refused(401))].forEach((go) => go()),
      /three parts/,
    ],
    ['wrongClientId', setting('DISCORD_CLIENT_ID', '101'), /is 101, but the token belongs to the application 100/],
    [
      'wrongClientSecret',
      answer(`POST ${discord}/oauth2/token`, refused(401, { error: 'invalid_client' })),
      /DISCORD_CLIENT_SECRET/,
    ],
    ['intentOff', withApplication({ flags: ALL_INTENTS & ~(1 << 15) }), /“Server Members Intent”/],
    ['intentOff', withApplication({ flags: ALL_INTENTS & ~(1 << 13) }), /“Presence Intent”/],
    ['intentOff', withApplication({ flags: ALL_INTENTS & ~(1 << 19) }), /“Message Content Intent”/],
    [
      'redirectMissing',
      withApplication({ redirect_uris: [application.redirect_uris[1]] }),
      /tally\.example\/login\/callback/,
    ],
    [
      'redirectMissing',
      withApplication({ redirect_uris: [application.redirect_uris[0]] }),
      /tally\.example\/linked-roles/,
    ],
    ['codeGrantOn', withApplication({ bot_require_code_grant: true }), /“Requires OAuth2 Code Grant”/],
    ['notPublic', withApplication({ bot_public: false }), /“Public Bot”/],
    ['foreignEndpoint', withApplication({ interactions_endpoint_url: 'https://old.example/bot' }), /old\.example/],
    ['wrongPublicKey', setting('DISCORD_PUBLIC_KEY', 'cd'.repeat(32)), /DISCORD_PUBLIC_KEY/],
    [
      'noStartsLeft',
      answer(
        `GET ${discord}/v10/gateway/bot`,
        ok({ session_start_limit: { total: 1000, remaining: 0, reset_after: 90_000 } }),
      ),
      /1,000 gateway starts/,
    ],
    ['turnedAway', answer(APPLICATION, refused(403, '<html>')), /blocks all requests/],
    ['worldLimits', answer(APPLICATION, refused(429)), /Discord responds, but .*too many calls/],
    ['worldDown', answer(APPLICATION, { reason: 'ECONNRESET' }), /Discord is not responding \(ECONNRESET\)/],
    ['noSupportServer', answer(`GET ${discord}/v10/guilds/500`, refused(404)), /not in the server 500/],
    [
      'supportServerClosed',
      answer(`GET ${discord}/v10/guilds/500/members/100`, ok({ roles: [] })),
      /may not create invites/,
    ],
    ['clockOff', () => void (world.date = new Date(now.getTime() - 300_000)), /300 seconds off/],
    // If the clock is a year off, TLS fails before any response arrives.
    ['clockFarOff', answer(APPLICATION, { reason: 'CERT_NOT_YET_VALID' }), /certificate of Discord is not valid now/],
    ['clockFarOff', answer(APPLICATION, { reason: 'CERT_HAS_EXPIRED' }), /By the clock of this machine/],

    ['publicApiMissing', () => void delete world.env['PUBLIC_API_URL'], /STRIPE_SECRET_KEY needs calls from outside/],
    ['publicApiPrivate', setting('PUBLIC_API_URL', 'https://192.168.1.4'), /192\.168\.1\.4 cannot be reached/],
    ['publicApiNotHttps', setting('PUBLIC_API_URL', 'http://api.tally.example'), /is not https/],
    ['twitchPort', setting('PUBLIC_API_URL', 'https://api.tally.example:8443'), /port 443/],
    ['addressUnknown', answer(PROBE, { reason: 'ENOTFOUND' }), /PUBLIC_API_URL=https:\/\/api\.tally\.example/],
    ['addressSilent', answer(PROBE, { reason: 'ETIMEDOUT' }), /PUBLIC_API_URL=\S+ is not responding/],
    ['certificateRefused', answer(PROBE, { reason: 'CERT_HAS_EXPIRED' }), /certificate of PUBLIC_API_URL/],
    ['proxyFails', answer(PROBE, refused(502, '<html>')), /returns 502/],
    ['addressIsAnothers', answer(PROBE, refused(404, '<html>')), /Another program responds/],
    [
      'bodyRewritten',
      () =>
        void (world.proxy = ({ headers, body }) => ({
          headers: { ...headers, 'x-forwarded-for': world.ip },
          body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
        })),
      /changes request bodies/,
    ],
    [
      'headersEaten',
      () =>
        void (world.proxy = ({ headers, body }) => ({
          headers: { ...headers, 'kick-event-signature': '', 'x-forwarded-for': world.ip },
          body,
        })),
      /these headers: kick-event-signature\./,
    ],
    ['forwardedMissing', () => void (world.proxy = (call) => call), /does not send the client address/],
    ['proxyNotTrusted', () => void ((world.ip = '172.18.0.1'), delete world.env['TRUST_PROXY']), /TRUST_PROXY is off/],
    [
      'proxyNotTrusted',
      answer(DASHBOARD, {
        status: 200,
        json: { status: 200, data: { up: true } },
        headers: { 'x-forwarded-unread': 'true' },
      }),
      /tally\.example sends the client address, but TRUST_PROXY is off/,
    ],
    ['addressUnknown', answer(DASHBOARD, { reason: 'EAI_AGAIN' }), /WEB_URL=https:\/\/tally\.example/],
    ['addressIsAnothers', answer(DASHBOARD, ok('<html>')), /WEB_URL/],
    ['proxyFails', answer(DASHBOARD, refused(504)), /WEB_URL/],

    ['kickKeysWrong', answer('POST https://id.kick.com/oauth/token', refused(401)), /KICK_CLIENT_ID/],
    [
      'worldLimits',
      answer('POST https://id.kick.com/oauth/token', refused(429)),
      /Kick responds, but .*too many calls/,
    ],
    ['worldDown', answer('POST https://id.kick.com/oauth/token', refused(503)), /Kick is not responding \(503\)/],
    ['twitchKeysWrong', answer('POST https://id.twitch.tv/oauth2/token', refused(403)), /TWITCH_CLIENT_ID/],
    ['youtubeKeyWrong', answer(YOUTUBE, google(400, 'badRequest', 'API_KEY_INVALID')), /YOUTUBE_API_KEY/],
    ['youtubeApiOff', answer(YOUTUBE, google(403, 'accessNotConfigured')), /“YouTube Data API v3” is not switched on/],
    [
      'youtubeKeyRestricted',
      answer(YOUTUBE, google(403, 'forbidden', 'API_KEY_IP_ADDRESS_BLOCKED')),
      /API_KEY_IP_ADDRESS_BLOCKED/,
    ],
    ['youtubeQuotaUsed', answer(YOUTUBE, google(403, 'quotaExceeded')), /used up/],
    [
      'googleClientWrong',
      answer('POST https://oauth2.googleapis.com/token', refused(401, { error: 'invalid_client' })),
      /YOUTUBE_CLIENT_ID/,
    ],
    ['stripeKeyWrong', answer(STRIPE, refused(401)), /STRIPE_SECRET_KEY/],
    [
      'stripeWebhookMissing',
      answer(STRIPE, ok({ data: [{ ...webhook, url: 'https://old.example/webhooks/stripe' }] })),
      /no webhook for https:\/\/api\.tally\.example\/webhooks\/stripe/,
    ],
    ['stripeWebhookOff', answer(STRIPE, ok({ data: [{ ...webhook, status: 'disabled' }] })), /is disabled in Stripe/],
    [
      'stripeEventsMissing',
      answer(STRIPE, ok({ data: [{ ...webhook, enabled_events: ['invoice.paid'] }] })),
      /charge\.refunded/,
    ],
    ['topggSecretWrong', setting('TOPGG_WEBHOOK_SECRET', 'eyJhbGciOi'), /whs_/],
    ['s3Refused', storage('denied'), /does not accept S3_ACCESS_KEY_ID/],
    ['s3NoBucket', storage('gone'), /bucket tally does not exist/],
    ['worldDown', storage('down'), /s3\.example is not responding/],
  ])('%s (%#)', async (code, injure, cause) => {
    injure();
    // Several features may report the same missing URL.
    expect(await faultsNow()).toEqual(
      expect.toSatisfy((faults: { code: string; cause: string }[]) => faults.every((each) => each.code === code)),
    );
    expect((await faultsNow()).map((each) => each.cause)).toContainEqual(expect.stringMatching(cause));
  });
});

it('a service that never answers is named within ten seconds, and hides no other fault', async () => {
  world.put = () => new Promise(() => undefined);
  world.answers[STRIPE] = 'never';
  world.answers['POST https://id.kick.com/oauth/token'] = refused(401);
  const slow = doors();
  const running = runChecks(slow, ['kick', 'stripe', 'files']);
  await slow.timers.pass(6_000);
  await slow.timers.pass(2_000);
  const codes = (await running).flatMap(({ check, findings }) => findings.map(({ code }) => `${check} ${code}`));
  expect(codes).toEqual(['kick kickKeysWrong', 'stripe late', 'files worldDown']);
});

it('a stranger gets nothing out of the probe, and neither does a proof of yesterday', async () => {
  const { secrets } = doors();
  const ctx = { secrets, clock: { now: () => now } } as unknown as Ctx;
  const old = `${now.getTime() - 86_400_000}`;
  for (const query of [
    {},
    { at: `${now.getTime()}`, proof: 'made up' },
    { at: old, proof: secrets.sign('admin.probe', old) },
  ])
    expect(await receiveProbe(ctx, { method: 'POST', headers: {}, query, rawBody: Buffer.alloc(0) })).toEqual({
      status: 404,
    });
});

it('has every text in Arabic too, with its values', async () => {
  world.answers[APPLICATION] = ok({ ...application, redirect_uris: [] });
  const said = (await runChecks(doors())).flatMap((each) => describeChecked('ar-SA', each).faults);
  expect(said).toHaveLength(2);
  expect(said[0]?.cause).toMatch(/[؀-ۿ]/);
  expect(said[0]?.remedy).toContain('https://tally.example/login/callback');
});
