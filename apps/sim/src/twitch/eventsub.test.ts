import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, type Received, startTestTwitch, type TestTwitch } from './test-world.ts';

const subscriptions = '/helix/eventsub/subscriptions';
const secret = 'ten letters or more';
const xqc = '71092938';
let twitch: TestTwitch;
let token: string;

beforeEach(async () => {
  twitch = await startTestTwitch();
  token = await twitch.appToken();
});
afterEach(() => twitch.close());

const ask = (type: string, more: { userId?: string; callback?: string; secret?: string; version?: string } = {}) =>
  twitch.send('POST', subscriptions, {
    token,
    json: {
      type,
      version: more.version ?? (type === 'channel.update' ? '2' : '1'),
      condition: { broadcaster_user_id: more.userId ?? xqc },
      transport: { method: 'webhook', callback: more.callback ?? twitch.callback, secret: more.secret ?? secret },
    },
  });
const list = async (query = '') => (await twitch.get(`${subscriptions}${query}`, token)).json;
const states = async () => pickList(await list(), 'data').map((each) => pick(each, 'status'));
const received = (kind: string): Received[] =>
  twitch.received.filter(({ headers }) => headers['twitch-eventsub-message-type'] === kind);

async function arrived(count: number): Promise<void> {
  await expect.poll(() => received('notification').length).toBe(count);
}

async function subscribe(type: string, userId = xqc): Promise<void> {
  expect((await ask(type, { userId })).status).toBe(202);
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['enabled']));
}

function isGenuine({ headers, body }: Received): boolean {
  const said = (name: string) => String(headers[`twitch-eventsub-message-${name}`]);
  const wanted = createHmac('sha256', secret)
    .update(`${said('id')}${said('timestamp')}${body}`)
    .digest('hex');
  return said('signature') === `sha256=${wanted}`;
}

describe('the handshake', () => {
  test('is signed, and a subscription works once the challenge was repeated', async () => {
    const { json } = await ask('stream.online');
    expect(json).toMatchObject({
      data: [{ status: 'webhook_callback_verification_pending', cost: 1 }],
      total_cost: 1,
      max_total_cost: 10_000,
    });
    await expect.poll(states).toEqual(['enabled']);
    const [parcel] = received('webhook_callback_verification') as [Received];
    expect(isGenuine(parcel)).toBe(true);
    expect(JSON.parse(parcel.body)).toMatchObject({ subscription: { type: 'stream.online' } });
  });

  test('with another answer fails, costs nothing and sends nothing', async () => {
    twitch.isHonest = false;
    await ask('stream.online');
    await expect.poll(states).toEqual(['webhook_callback_verification_failed']);
    expect(await list()).toMatchObject({ total: 1, total_cost: 0 });
    twitch.control('go-live', { who: 'xqc' });
    twitch.isHonest = true;
    await subscribeAgain();
    twitch.control('end', { who: 'xqc' });
    twitch.control('go-live', { who: 'xqc' });
    await arrived(1);
  });

  const subscribeAgain = async () => {
    expect((await ask('stream.online')).status).toBe(202);
    await expect.poll(states).toEqual(['webhook_callback_verification_failed', 'enabled']);
  };
});

describe('a message', () => {
  test('is signed over the time as written, and contains no title', async () => {
    await subscribe('stream.online');
    twitch.control('go-live', { who: 'xqc', title: 'Hello' });
    await arrived(1);
    const [parcel] = received('notification') as [Received];
    expect(isGenuine(parcel)).toBe(true);
    expect(isGenuine({ ...parcel, body: `${parcel.body} ` })).toBe(false);
    expect(parcel.headers['twitch-eventsub-message-timestamp']).toMatch(/\.\d{9}Z$/);
    const { event } = JSON.parse(parcel.body);
    expect(event).toMatchObject({ broadcaster_user_id: xqc, type: 'live', started_at: '2026-11-21T18:00:00Z' });
    expect(event).not.toHaveProperty('title');
  });

  test('about a new title and category contains both', async () => {
    await subscribe('channel.update');
    twitch.control('change-category', { who: 'xqc', category: '743' });
    await arrived(1);
    const { event } = JSON.parse(received('notification')[0]?.body ?? '');
    expect(event).toMatchObject({ title: 'LIVE NOW, REACTING', category_name: 'Chess', category_id: '743' });
  });

  test('that is refused is tried three times with the same id', async () => {
    await subscribe('stream.online');
    twitch.replies.push(500, 503, 500);
    twitch.control('go-live', { who: 'xqc' });
    await arrived(1);
    await expect.poll(() => (twitch.clock.advance(11_000), received('notification').length)).toBe(3);
    const ids = received('notification').map(({ headers }) => headers['twitch-eventsub-message-id']);
    expect(new Set(ids).size).toBe(1);
    expect(received('notification').map(({ headers }) => headers['twitch-eventsub-message-retry'])).toEqual([
      '0',
      '1',
      '2',
    ]);
  });

  test.each([
    ['duplicate', 3],
    ['lose', 0],
  ] as const)('can be disturbed: %s', async (kind, count) => {
    await subscribe('stream.online');
    twitch.control('webhooks', { do: kind, amount: 2 });
    twitch.control('go-live', { who: 'xqc' });
    twitch.control('end', { who: 'xqc' });
    twitch.control('go-live', { who: 'xqc' });
    await arrived(count + 1);
    const ids = received('notification').map(({ headers }) => headers['twitch-eventsub-message-id']);
    expect(new Set(ids).size).toBe(kind === 'lose' ? 1 : 2);
  });

  test('can be forged', async () => {
    await subscribe('stream.online');
    twitch.control('webhooks', { do: 'forge' });
    twitch.control('go-live', { who: 'xqc' });
    await arrived(1);
    expect(isGenuine(received('notification')[0] as Received)).toBe(false);
  });
});

test('five undelivered messages end the subscription, and the callback is notified', async () => {
  await subscribe('stream.online');
  for (let count = 1; count <= 5; count += 1) {
    twitch.replies.push(500, 500, 500);
    twitch.control('go-live', { who: 'xqc' });
    twitch.control('end', { who: 'xqc' });
    await expect.poll(() => (twitch.clock.advance(11_000), received('notification').length)).toBe(count * 3);
  }
  await expect.poll(states).toEqual(['notification_failures_exceeded']);
  await expect.poll(() => received('revocation').length).toBe(1);
});

describe('a revoked permission', () => {
  const askForApp = (condition: object) =>
    twitch.send('POST', subscriptions, {
      token,
      json: {
        type: 'user.authorization.revoke',
        version: '1',
        condition,
        transport: { method: 'webhook', callback: twitch.callback, secret },
      },
    });

  test('a revoked authorization is sent to the app-wide subscriber, for any person', async () => {
    expect((await askForApp({ client_id: 'sim-twitch-client' })).json).toMatchObject({
      data: [{ condition: { client_id: 'sim-twitch-client' }, cost: 1 }],
    });
    await expect.poll(states).toEqual(['enabled']);
    twitch.control('take-back', { who: 'xqc' });
    await arrived(1);
    const [told] = received('notification');
    expect(isGenuine(told as Received)).toBe(true);
    expect(told?.headers['twitch-eventsub-subscription-type']).toBe('user.authorization.revoke');
    expect(JSON.parse(told?.body ?? '{}')).toMatchObject({
      event: { client_id: 'sim-twitch-client', user_id: xqc, user_login: 'xqc' },
    });
  });

  test.each([
    [{ client_id: 'somebody-else' }, 403],
    [{ broadcaster_user_id: xqc }, 400],
  ])('gets no message for %o', async (condition, status) => {
    expect((await askForApp(condition)).status).toBe(status);
  });

  test('and a channel is not the app', async () => {
    const json = {
      type: 'stream.online',
      version: '1',
      condition: { client_id: 'sim-twitch-client' },
      transport: { method: 'webhook', callback: twitch.callback, secret },
    };
    expect((await twitch.send('POST', subscriptions, { token, json })).status).toBe(400);
  });
});

describe('the budget', () => {
  test('ends with the sum of the costs, and people who authorized the app cost nothing', async () => {
    twitch.control('max-cost', { cost: 2 });
    await ask('stream.online');
    await ask('stream.offline');
    const { status, json } = await ask('channel.update');
    expect([status, json]).toMatchObject([429, { message: 'cost exceeded' }]);
    await authorise('xqc');
    expect((await ask('channel.update')).status).toBe(202);
    expect(await list()).toMatchObject({ total: 3, total_cost: 0, max_total_cost: 2 });
  });

  async function authorise(login: string): Promise<void> {
    const redirect_uri = 'http://localhost/back';
    const query = new URLSearchParams({
      client_id: 'sim-twitch-client',
      redirect_uri,
      response_type: 'code',
      as: login,
    });
    const { headers } = await twitch.get(`/id/oauth2/authorize?${query.toString()}`);
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect((await twitch.askForToken({ grant_type: 'authorization_code', code, redirect_uri })).status).toBe(200);
  }

  test('the same subscription again is 409, a fourth with the same condition 429 with points left', async () => {
    expect((await ask('stream.online')).status).toBe(202);
    expect((await ask('stream.online')).status).toBe(409);
    expect((await ask('stream.online', { callback: `${twitch.callback}/b` })).status).toBe(202);
    expect((await ask('stream.online', { callback: `${twitch.callback}/c` })).status).toBe(202);
    const fourth = await ask('stream.online', { callback: `${twitch.callback}/d` });
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get('ratelimit-remaining'))).toBeGreaterThan(700);
  });
});

test('a subscription that is not well formed is refused', async () => {
  expect((await ask('stream.online', { secret: 'short' })).status).toBe(400);
  expect((await ask('stream.online', { version: '2' })).status).toBe(400);
  expect((await ask('clip.created')).status).toBe(400);
  expect((await ask('stream.online', { callback: 'http://tally.example/webhooks/twitch' })).status).toBe(400);
  expect((await ask('stream.online', { callback: 'https://tally.example:8443/webhooks/twitch' })).status).toBe(400);
});

test('subscriptions are listed by person in pages of a hundred, and removed', async () => {
  for (let number = 0; number < 101; number += 1) {
    const userId = String(1_000 + number);
    await ask('stream.online', { userId });
  }
  const first = await list();
  expect(pickList(first, 'data')).toHaveLength(100);
  expect(pickList(await list(`?after=${pick(first, 'pagination', 'cursor')}`), 'data')).toHaveLength(1);
  const own = await list('?user_id=1007');
  expect(own).toMatchObject({ data: [{ condition: { broadcaster_user_id: '1007' } }], total: 101 });
  const path = `${subscriptions}?id=${pick(own, 'data', 0, 'id')}`;
  expect((await twitch.send('DELETE', path, { token })).status).toBe(204);
  expect((await twitch.send('DELETE', path, { token })).status).toBe(404);
});
