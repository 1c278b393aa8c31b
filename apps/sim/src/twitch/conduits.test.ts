import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, startTestTwitch, type TestTwitch } from './test-world.ts';

const conduits = '/helix/eventsub/conduits';
const secret = 'ten letters or more';
const xqc = '71092938';
let twitch: TestTwitch;
let token: string;

beforeEach(async () => {
  twitch = await startTestTwitch();
  token = await twitch.appToken();
});
afterEach(() => twitch.close());

const make = async (shardCount = 1) => {
  const { status, json } = await twitch.send('POST', conduits, { token, json: { shard_count: shardCount } });
  return { status, json, id: pick(json, 'data', 0, 'id') };
};
const assign = (conduitId: string, id = '0') =>
  twitch.send('PATCH', `${conduits}/shards`, {
    token,
    json: {
      conduit_id: conduitId,
      shards: [{ id, transport: { method: 'webhook', callback: twitch.callback, secret } }],
    },
  });
const shards = async (conduitId: string) =>
  pickList((await twitch.get(`${conduits}/shards?conduit_id=${conduitId}`, token)).json, 'data');
const subscribe = (conduitId: string) =>
  twitch.send('POST', '/helix/eventsub/subscriptions', {
    token,
    json: {
      type: 'stream.online',
      version: '1',
      condition: { broadcaster_user_id: xqc },
      transport: { method: 'conduit', conduit_id: conduitId },
    },
  });
const notifications = () =>
  twitch.received.filter(({ headers }) => headers['twitch-eventsub-message-type'] === 'notification');
const enabled = async (id: string) =>
  await expect.poll(() => shards(id)).toMatchObject([{ id: '0', status: 'enabled' }]);

test('a conduit is created, its shard proves its address, and messages arrive through it', async () => {
  const { status, id } = await make();
  expect(status).toBe(200);
  const { status: assigned, json } = await assign(id);
  expect([assigned, json]).toMatchObject([
    202,
    { data: [{ id: '0', status: 'webhook_callback_verification_pending' }], errors: [] },
  ]);
  await enabled(id);
  const subscribed = await subscribe(id);
  expect([subscribed.status, subscribed.json]).toMatchObject([
    202,
    { data: [{ status: 'enabled', cost: 1, transport: { method: 'conduit', conduit_id: id } }] },
  ]);
  expect((await subscribe(id)).status).toBe(409);
  twitch.control('go-live', { who: 'xqc' });
  await expect.poll(() => notifications().length).toBe(1);
});

test('a shard whose address is not proven gets nothing', async () => {
  twitch.isHonest = false;
  const { id } = await make();
  await assign(id);
  await expect.poll(() => shards(id)).toMatchObject([{ status: 'webhook_callback_verification_failed' }]);
  await subscribe(id);
  twitch.control('go-live', { who: 'xqc' });
  expect(twitch.summary()).toMatchObject({ deliveries: [{ outcome: 'lost', attempts: 0 }] });
});

test('a failing shard is disabled, not the subscription; three days later the conduit is deleted', async () => {
  const { id } = await make();
  await assign(id);
  await enabled(id);
  await subscribe(id);
  for (let count = 1; count <= 5; count += 1) {
    twitch.replies.push(500, 500, 500);
    twitch.control('go-live', { who: 'xqc' });
    await expect.poll(() => (twitch.clock.advance(11_000), notifications().length)).toBe(3 * count);
    twitch.control('end', { who: 'xqc' });
  }
  await expect.poll(() => shards(id)).toMatchObject([{ status: 'notification_failures_exceeded' }]);
  const list = async () => (await twitch.get('/helix/eventsub/subscriptions', token)).json;
  expect(await list()).toMatchObject({ data: [{ status: 'enabled' }] });
  twitch.clock.advance(72 * 3_600_000);
  await expect.poll(list).toMatchObject({ data: [{ status: 'conduit_deleted' }], total_cost: 0 });
  expect((await twitch.get(conduits, token)).json).toEqual({ data: [] });
});

describe('refused', () => {
  test('a sixth conduit, and one with no shards or too many', async () => {
    expect((await make(0)).status).toBe(400);
    expect((await make(20_001)).status).toBe(400);
    for (let count = 1; count <= 5; count += 1) expect((await make()).status).toBe(200);
    const { status, json } = await make();
    expect([status, json]).toMatchObject([429, { message: 'conduit limit reached' }]);
  });

  test('a conduit that is unknown, or of another app, in every call', async () => {
    const foreign = pick(twitch.control('conduit-of-others'), 'conduit_id');
    for (const id of ['nothing', foreign]) {
      expect((await assign(id)).status).toBe(404);
      expect((await subscribe(id)).status).toBe(404);
      expect((await twitch.get(`${conduits}/shards?conduit_id=${id}`, token)).status).toBe(404);
      expect((await twitch.send('DELETE', `${conduits}?id=${id}`, { token })).status).toBe(404);
      const json = { id, shard_count: 2 };
      expect((await twitch.send('PATCH', conduits, { token, json })).status).toBe(404);
    }
    expect((await twitch.get(conduits, token)).json).toEqual({ data: [] });
  });

  test('a shard beyond the count, each on its own', async () => {
    const { id } = await make();
    const { status, json } = await assign(id, '1');
    expect([status, json]).toMatchObject([202, { data: [], errors: [{ id: '1', code: 'invalid_parameter' }] }]);
  });
});

test('fewer shards, then none: each subscription shows why it ended', async () => {
  const { id } = await make(2);
  await assign(id, '1');
  await subscribe(id);
  const json = { id, shard_count: 1 };
  expect((await twitch.send('PATCH', conduits, { token, json })).json).toEqual({ data: [json] });
  expect(await shards(id)).toEqual([]);
  expect((await twitch.send('DELETE', `${conduits}?id=${id}`, { token })).status).toBe(204);
  expect(twitch.summary()).toMatchObject({ subscriptions: [{ status: 'conduit_deleted' }] });
});
