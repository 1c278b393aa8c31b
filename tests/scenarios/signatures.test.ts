import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { features } from '@tally/features/registry';
import { platforms } from '@tally/platforms/registry';
import { type TestApi, testApi } from '@tally/tests/api';
import { forge, type Letter, type Signer, strangeTimes } from '@tally/tests/forgeries';
import { kickbotSigner } from '@tally/tests/kickbot-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushDoors } from '../../apps/server/src/api/push-doors.ts';

/**
 * H6: a push without the platform's signature is refused and stores nothing. A genuine push that arrives again has no
 * effect.
 */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangeEd25519 = generateKeyPairSync('ed25519');
const strangeRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
let api: TestApi;
let url: string;
/** Simulates Kick's server, which only serves its public key. */
let kick: Server;

beforeAll(async () => {
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  kick = createServer((_req, res) => res.end(JSON.stringify({ data: { public_key: pem } }))).listen(0, '127.0.0.1');
  await once(kick, 'listening');
  api = await testApi({
    isWorking: true,
    env: {
      DISCORD_INTERACTIONS: 'http',
      // We ignore the partner's pushes about recordings if we read them from kick.com ourselves.
      KICK_UNOFFICIAL: 'off',
      KICK_API_URL: `http://127.0.0.1:${(kick.address() as AddressInfo).port}`,
    },
  });
  url = `http://127.0.0.1:${api.ctx.config.API_PORT}`;
  // Servers follow these channels, so an accepted push would change the database.
  await api.ctx.db.execute(`insert into channels (platform, channel_id, name, display_name, url, refreshed_at) values
    ('kick', '42', 'ada', 'Ada', 'https://kick.com/ada', now()),
    ('kick', '43', 'bell', 'Bell', 'https://kick.com/bell', now()),
    ('twitch', '42', 'ada', 'Ada', 'https://www.twitch.tv/ada', now())`);
  await api.ctx.db.execute(
    `insert into kick_bot_places values ('00000000-0000-4000-8000-000000000001', '800000000000000001', '43')`,
  );
});
afterAll(async () => {
  await api.close();
  kick.closeAllConnections();
  kick.close();
});

const minutes = (count: number): string => new Date(api.clock.now().getTime() + count * 60_000).toISOString();

const kickSigner = (): Signer => {
  const body = Buffer.from(
    JSON.stringify({
      broadcaster: { user_id: 42, username: 'Ada', channel_slug: 'ada' },
      is_live: true,
      title: 'Lighthouse, day 3',
      started_at: minutes(-1),
      ended_at: null,
    }),
  );
  return {
    body,
    sign({ body: about = body, timestamp = minutes(0), id = randomUUID(), key = 'ours' } = {}) {
      const { privateKey }: { privateKey: KeyObject } = key === 'ours' ? rsa : strangeRsa;
      const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), about]);
      return {
        headers: {
          'content-type': 'application/json',
          'kick-event-message-id': id,
          'kick-event-message-timestamp': timestamp,
          'kick-event-signature': sign('RSA-SHA256', signed, privateKey).toString('base64'),
          'kick-event-type': 'livestream.status.updated',
          'kick-event-version': '1',
        },
        body: about,
      };
    },
    signatureHeader: 'kick-event-signature',
    neededHeaders: ['kick-event-message-id', 'kick-event-message-timestamp', 'kick-event-signature', 'kick-event-type'],
    signedHeaders: ['kick-event-message-id', 'kick-event-message-timestamp'],
    wrongTimes: [
      ...strangeTimes,
      minutes(-24 * 60 - 1),
      minutes(-7 * 24 * 60),
      minutes(6),
      minutes(60),
      minutes(10_000),
    ],
  };
};

const twitchSigner = (): Signer => {
  const body = Buffer.from(
    JSON.stringify({
      subscription: { type: 'stream.online' },
      event: {
        id: '9001',
        broadcaster_user_id: '42',
        broadcaster_user_login: 'ada',
        broadcaster_user_name: 'Ada',
        type: 'live',
        started_at: minutes(-1),
      },
    }),
  );
  return {
    body,
    sign({ body: about = body, timestamp = minutes(0), id = randomUUID(), key = 'ours' } = {}) {
      const secret = key === 'ours' ? api.ctx.config.twitch.eventsubSecret : 'a secret of somebody else';
      const signature = createHmac('sha256', secret).update(id).update(timestamp).update(about).digest('hex');
      return {
        headers: {
          'content-type': 'application/json',
          'twitch-eventsub-message-id': id,
          'twitch-eventsub-message-type': 'notification',
          'twitch-eventsub-message-timestamp': timestamp,
          'twitch-eventsub-message-signature': `sha256=${signature}`,
          'twitch-eventsub-subscription-type': 'stream.online',
        },
        body: about,
      };
    },
    signatureHeader: 'twitch-eventsub-message-signature',
    neededHeaders: [
      'twitch-eventsub-message-id',
      'twitch-eventsub-message-type',
      'twitch-eventsub-message-timestamp',
      'twitch-eventsub-message-signature',
      'twitch-eventsub-subscription-type',
    ],
    signedHeaders: ['twitch-eventsub-message-id', 'twitch-eventsub-message-timestamp'],
    wrongTimes: [
      ...strangeTimes,
      minutes(-11),
      minutes(-60),
      minutes(-24 * 60),
      minutes(6),
      minutes(60),
      minutes(10_000),
    ],
  };
};

const youtubeSigner = (): Signer => {
  const body = Buffer.from(
    `<?xml version="1.0"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
      <entry><id>yt:video:dQw4w9WgXcQ</id><yt:videoId>dQw4w9WgXcQ</yt:videoId>
      <yt:channelId>UCaaaaaaaaaaaaaaaaaaaaaa</yt:channelId><title>Lighthouse, day 3</title>
      <published>${minutes(-2)}</published><updated>${minutes(-1)}</updated></entry></feed>`,
  );
  return {
    body,
    sign({ body: about = body, key = 'ours' } = {}) {
      const secret = key === 'ours' ? api.ctx.config.youtube.hubSecret : 'a secret of somebody else';
      const signature = createHmac('sha1', secret).update(about).digest('hex');
      return {
        headers: { 'content-type': 'application/atom+xml', 'x-hub-signature': `sha1=${signature}` },
        body: about,
      };
    },
    signatureHeader: 'x-hub-signature',
    neededHeaders: ['x-hub-signature'],
    signedHeaders: [],
    // The hub signs no time, so equal bytes are the same message.
    wrongTimes: [],
  };
};

/** A new person chooses a language, which is stored only with the first use. */
const discordSigner = (): Signer => {
  const [application] = [...api.sim.discord.state.applications.values()];
  const user = { id: '300000000000000007', username: 'ada' };
  const payload = (id: string) => ({
    id,
    type: 2,
    token: 'a-token',
    member: { user, roles: [], permissions: '0' },
    guild_id: '200000000000000001',
    locale: 'en-US',
    data: { type: 1, name: 'language', options: [{ name: 'language', type: 3, value: 'ar-SA' }] },
  });
  // Each genuine push needs its own body.
  const body = Buffer.from(JSON.stringify(payload(`${800_000_000_000_000_000n + BigInt(interactions++)}`)));
  return {
    body,
    sign({ body: about = body, timestamp = unixSeconds(0), key = 'ours' } = {}) {
      const privateKey = key === 'ours' ? application?.privateKey : strangeEd25519.privateKey;
      const signature = sign(null, Buffer.concat([Buffer.from(timestamp), about]), privateKey as KeyObject);
      return {
        headers: {
          'content-type': 'application/json',
          'x-signature-ed25519': signature.toString('hex'),
          'x-signature-timestamp': timestamp,
        },
        body: about,
      };
    },
    signatureHeader: 'x-signature-ed25519',
    neededHeaders: ['x-signature-ed25519', 'x-signature-timestamp'],
    signedHeaders: ['x-signature-timestamp'],
    wrongTimes: [...strangeTimes, ...[-6, -60, -24 * 60, 6, 60, 10_000].map(unixSeconds), minutes(0)],
  };
};
let interactions = 1;
const unixSeconds = (after: number): string => String(Math.floor(Date.parse(minutes(after)) / 1000));

const stripeSigner = (): Signer => {
  const seconds = (offset: number): string => String(Math.floor(api.clock.now().getTime() / 1_000) + offset);
  const eventOf = (id: string) => ({
    id: `evt_${id}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Number(seconds(0)),
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_of_nobody', object: 'subscription' } },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  });
  const body = Buffer.from(JSON.stringify(eventOf('signed')));
  return {
    body,
    sign({ body: about, timestamp = seconds(0), id, key = 'ours' } = {}) {
      const sent = about ?? (id ? Buffer.from(JSON.stringify(eventOf(id))) : body);
      const secret = key === 'ours' ? api.ctx.config.stripe.webhookSecret : 'whsec_of_somebody_else';
      const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(sent).digest('hex');
      return {
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${timestamp},v1=${signature}` },
        body: sent,
      };
    },
    signatureHeader: 'stripe-signature',
    neededHeaders: ['stripe-signature'],
    signedHeaders: ['stripe-signature'],
    wrongTimes: [...strangeTimes, ...[-301, -3_600, -86_400, 301, 3_600, 86_400].map(seconds), '', '1e9', ' 1'],
  };
};

const topggSigner = (): Signer => {
  const seconds = (offset: number): string => String(Math.floor(api.clock.now().getTime() / 1_000) + offset);
  const voteOf = (id: string) => ({
    type: 'vote.create',
    data: {
      id,
      weight: 1,
      created_at: minutes(0),
      expires_at: minutes(720),
      project: { id: '1', type: 'bot', platform: 'discord', platform_id: '900000000000000001' },
      user: { id: '2', platform_id: '300000000000000008', name: 'ada', avatar_url: '' },
    },
  });
  const body = Buffer.from(JSON.stringify(voteOf('vote-1')));
  return {
    body,
    sign({ body: about, timestamp = seconds(0), id, key = 'ours' } = {}) {
      const sent = about ?? (id ? Buffer.from(JSON.stringify(voteOf(id))) : body);
      const secret = key === 'ours' ? (api.ctx.config.topgg.secret ?? '') : 'whs_of_somebody_else';
      const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(sent).digest('hex');
      return {
        headers: { 'content-type': 'application/json', 'x-topgg-signature': `t=${timestamp},v1=${signature}` },
        body: sent,
      };
    },
    signatureHeader: 'x-topgg-signature',
    neededHeaders: ['x-topgg-signature'],
    signedHeaders: ['x-topgg-signature'],
    wrongTimes: [...strangeTimes, ...[-301, -3_600, -86_400, 301, 3_600, 86_400].map(seconds), '', '1e9', ' 1'],
  };
};

/** WebSub requires the same answer to forged and genuine pushes, so an attacker learns nothing. */
const doors: Readonly<
  Record<string, { signer: () => Signer; atLeast: number; saysNothing?: true; storesIn?: string; saysAgain?: number }>
> = {
  kick: { signer: kickSigner, atLeast: 100 },
  twitch: { signer: twitchSigner, atLeast: 100 },
  youtube: { signer: youtubeSigner, atLeast: 100, saysNothing: true },
  stripe: { signer: stripeSigner, atLeast: 100, storesIn: 'stripe_events' },
  topgg: { signer: topggSigner, atLeast: 100, storesIn: 'votes' },
  'kickbot-clip': { signer: () => kickbotSigner(api, 'clip'), atLeast: 100, storesIn: 'videos', saysAgain: 409 },
  'kickbot-vod': { signer: () => kickbotSigner(api, 'vod'), atLeast: 100, storesIn: 'videos', saysAgain: 409 },
  discord: { signer: discordSigner, atLeast: 100, storesIn: 'users', saysAgain: 409 },
};
// All features have commands, so Discord's interactions are handled outside them.
const hooks = [...features.flatMap((feature) => feature.webhooks ?? []), ...pushDoors(platforms)];
const mounted = [...hooks.map(({ name }) => name), 'discord'];
const pathOf = (name: string): string => hooks.find((hook) => hook.name === name)?.path ?? `/webhooks/${name}`;

it('every route for pushes is tried here', () => {
  // The probe stores nothing, as the next test shows.
  expect(mounted.filter((name) => !(name in doors) && name !== 'probe')).toEqual([]);
});

it('the probe stores nothing, and shows its input only to the holder of our keys', async () => {
  const before = await stored();
  const ask = async (at: string, proof: string) =>
    await fetch(`${url}/webhooks/probe?at=${at}&proof=${proof}`, { method: 'POST', body: '{}' });
  const now = `${api.clock.now().getTime()}`;
  const proof = api.ctx.secrets.sign('admin.probe', now);
  expect((await ask(now, proof)).status).toBe(200);
  const late = `${api.clock.now().getTime() - 3_600_000}`;
  for (const [at, forged] of [
    ['', ''],
    [now, ''],
    [now, proof.slice(0, -1)],
    [now, api.ctx.secrets.sign('files.read', now)],
    [`${Number(now) + 1}`, proof],
    [late, api.ctx.secrets.sign('admin.probe', late)],
  ] as const) {
    const answer = await ask(at, forged);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  }
  expect(await stored()).toEqual(before);
});

async function post(name: string, { headers, body }: Letter): Promise<number> {
  const answer = await fetch(url + pathOf(name), { method: 'POST', headers, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

/** Returns all stored rows by table, except leases and the health of our parts, which change on their own. */
async function stored(): Promise<Record<string, unknown>> {
  const { rows } = await api.ctx.db.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('health', 'health_days', 'leads', 'applied_migrations')`,
  );
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
  const answer = await api.ctx.db.execute<{ name: string; count: number }>(counts.join(' union all '));
  return Object.fromEntries(answer.rows.map(({ name, count }) => [name, count]));
}

describe.each(Object.keys(doors).filter((name) => mounted.includes(name)))('the door of %s', (name) => {
  const {
    signer,
    atLeast,
    saysNothing,
    storesIn = 'push_messages',
    saysAgain = 200,
  } = doors[name] as (typeof doors)[string];

  it('accepts and stores no forged push', async () => {
    const forgeries = forge(signer());
    expect(forgeries.length).toBeGreaterThanOrEqual(atLeast);
    const before = await stored();
    const accepted: string[] = [];
    for (const forgery of forgeries) {
      const status = await post(name, forgery);
      const isWelcome = status < 300 && !saysNothing;
      if (isWelcome || status >= 500) accepted.push(`${forgery.name}: ${status}`);
    }
    expect(accepted).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('accepts a genuine one, and once', async () => {
    const letter = signer().sign();
    const before = await stored();
    expect(await post(name, letter)).toBe(200);
    const after = await stored();
    expect(after[storesIn]).toBe(Number(before[storesIn]) + 1);
    for (let again = 0; again < 5; again += 1) expect(await post(name, letter)).toBe(saysAgain);
    expect(await stored()).toEqual(after);
  });
});
