import { createVerify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, type Received, startTestKick, type TestKick } from './test-world.ts';

const subscriptions = '/api/public/v1/events/subscriptions';
let kick: TestKick;
let token: string;

beforeEach(async () => {
  kick = await startTestKick();
  token = await kick.appToken();
});
afterEach(() => kick.close());

const subscribe = (userId: number, names: string[]): ReturnType<TestKick['send']> =>
  kick.send('POST', subscriptions, {
    token,
    json: { method: 'webhook', broadcaster_user_id: userId, events: names.map((name) => ({ name, version: 1 })) },
  });

async function isGenuine(parcel: Received): Promise<boolean> {
  const { json } = await kick.get('/api/public/v1/public-key');
  const { body } = parcel;
  const header = (name: string): string => String(parcel.headers[`kick-event-${name}`]);
  return createVerify('RSA-SHA256')
    .update(`${header('message-id')}.${header('message-timestamp')}.${body}`)
    .verify(pick(json, 'data', 'public_key'), header('signature'), 'base64');
}

async function arrived(count: number): Promise<void> {
  await expect.poll(() => kick.received.length).toBe(count);
}
const titles = (): unknown[] => kick.received.map(({ body }) => JSON.parse(body).metadata?.title);

test('going live sends one signed webhook to the callback', async () => {
  const { json } = await subscribe(676, ['livestream.status.updated']);
  expect(json).toMatchObject({ data: [{ name: 'livestream.status.updated', version: 1, error: '' }] });
  kick.control('go-live', { who: 'xqc', title: 'Now' });
  await arrived(1);
  const [parcel] = kick.received as [Received];
  expect(parcel.headers['kick-event-type']).toBe('livestream.status.updated');
  expect(parcel.headers['kick-event-message-id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const payload = JSON.parse(parcel.body);
  expect(payload).toMatchObject({ is_live: true, title: 'Now', ended_at: null, broadcaster: { user_id: 676 } });
  expect(payload.started_at).toMatch(/\+11:00$/);
  expect(await isGenuine(parcel)).toBe(true);
  expect(await isGenuine({ ...parcel, body: parcel.body.replace('Now', 'Not') })).toBe(false);
});

const bodies = (): Record<string, unknown>[] => kick.received.map(({ body }) => JSON.parse(body));

test('a reward is redeemed, and settled by its creator', async () => {
  await subscribe(676, ['channel.reward.redemption.updated']);
  const by = { who: 'xqc', by: 'nordwind' };
  const id = pick(kick.control('redeem', { ...by, reward: 'Unban me', cost: 1_000, input: 'please' }), 'redemption_id');
  await arrived(1);
  kick.control('settle-redemption', { id, status: 'rejected' });
  await arrived(2);
  const short = { username: expect.any(String), is_verified: expect.any(Boolean), profile_picture: expect.any(String) };
  const [pending, rejected] = bodies();
  expect(pending).toStrictEqual({
    id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    user_input: 'please',
    status: 'pending',
    redeemed_at: expect.stringMatching(/^2.*\.\d{3}Z$/),
    reward: { id: expect.any(String), title: 'Unban me', cost: 1_000, description: '' },
    redeemer: { user_id: 42077, channel_slug: 'nordwind', ...short },
    broadcaster: { user_id: 676, channel_slug: 'xqc', ...short },
  });
  expect(rejected).toStrictEqual({ ...pending, status: 'rejected' });
  expect(await isGenuine(kick.received[1] as Received)).toBe(true);
  expect(() => kick.control('settle-redemption', { id, status: 'accepted' })).toThrow(/settled/);
});

test('a ban names its moderator and its end', async () => {
  await subscribe(676, ['moderation.banned']);
  kick.control('ban', { who: 'xqc', by: 'nordwind', minutes: 5 });
  kick.control('ban', { who: 'xqc', by: 'nordwind' });
  await arrived(2);
  const [short, forGood] = bodies();
  expect(short).toMatchObject({
    broadcaster: { user_id: 676 },
    moderator: { user_id: 676 },
    banned_user: { user_id: 42077, identity: null },
    metadata: { reason: '', created_at: expect.any(String), expires_at: expect.any(String) },
  });
  expect(forGood).toMatchObject({ metadata: { expires_at: null } });
});

test('a chat line has its emote positions, the months of subscription, and the line that it answers', async () => {
  await subscribe(676, ['chat.message.sent']);
  for (let month = 0; month < 3; month += 1) kick.control('subscribe', { who: 'xqc', by: 'nordwind' });
  const content = 'Hello [emote:37226:KEKW] [emote:4148074:CLAP] [emote:37226:KEKW]';
  const replyTo = pick(kick.control('chat', { who: 'xqc', by: 'xqc', content: 'Hi' }), 'message_id');
  kick.control('chat', { who: 'xqc', by: 'nordwind', content, replyTo });
  await arrived(2);
  expect(bodies()[1]).toMatchObject({
    replies_to: { message_id: replyTo, content: 'Hi', sender: { user_id: 676 } },
    sender: { identity: { badges: [{ text: 'Subscriber', type: 'subscriber', count: 3 }] } },
    emotes: [
      {
        emote_id: '37226',
        positions: [
          { s: 6, e: 23 },
          { s: 46, e: 63 },
        ],
      },
      { emote_id: '4148074', positions: [{ s: 25, e: 44 }] },
    ],
  });
});

test('a person without a subscription sends nothing', async () => {
  await subscribe(676, ['livestream.status.updated']);
  kick.control('go-live', { who: 'nordwind' });
  kick.control('change-title', { who: 'xqc', title: 'x' });
  kick.control('go-live', { who: 'xqc' });
  await arrived(1);
  expect(JSON.parse(kick.received[0]?.body ?? '').broadcaster.user_id).toBe(676);
});

test('a refused webhook is tried three times with the same id', async () => {
  await subscribe(676, ['livestream.status.updated']);
  kick.replies.push(500, 500, 500);
  kick.control('go-live', { who: 'xqc' });
  for (const count of [1, 2, 3]) {
    await expect
      .poll(() => {
        kick.clock.advance(3_000);
        return kick.received.length;
      })
      .toBeGreaterThanOrEqual(count);
  }
  kick.clock.advance(3_600_000);
  kick.control('end', { who: 'xqc' });
  await arrived(4);
  const ids = kick.received.map(({ headers }) => headers['kick-event-message-id']);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(ids[3]).not.toBe(ids[0]);
});

describe('disturbed webhooks', () => {
  beforeEach(() => subscribe(676, ['livestream.metadata.updated']));
  const say = (title: string): unknown => kick.control('change-title', { who: 'xqc', title });

  test('are lost', async () => {
    kick.control('webhooks', { do: 'lose' });
    say('one');
    say('two');
    await arrived(1);
    expect(titles()).toStrictEqual(['two']);
  });

  test('arrive twice with one id', async () => {
    kick.control('webhooks', { do: 'duplicate', amount: 1 });
    say('one');
    await arrived(2);
    expect(new Set(kick.received.map(({ headers }) => headers['kick-event-message-id'])).size).toBe(1);
  });

  test('are overtaken', async () => {
    kick.control('webhooks', { do: 'reorder' });
    say('one');
    say('two');
    await arrived(2);
    expect(titles()).toStrictEqual(['two', 'one']);
  });

  test('are late', async () => {
    kick.control('webhooks', { do: 'delay', amount: 600 });
    say('one');
    say('two');
    await arrived(1);
    kick.clock.advance(601_000);
    await arrived(2);
    expect(titles()).toStrictEqual(['two', 'one']);
  });

  test('are forged', async () => {
    kick.control('webhooks', { do: 'forge' });
    say('one');
    await arrived(1);
    expect(await isGenuine(kick.received[0] as Received)).toBe(false);
  });
});

describe('subscriptions', () => {
  test('are listed and removed', async () => {
    await subscribe(676, ['livestream.status.updated', 'livestream.metadata.updated']);
    await subscribe(20_118, ['livestream.status.updated']);
    const all = await kick.get(subscriptions, token);
    expect(pickList(all.json, 'data')).toHaveLength(3);
    const own = await kick.get(`${subscriptions}?broadcaster_user_id=20118`, token);
    expect(own.json).toMatchObject({ data: [{ event: 'livestream.status.updated', method: 'webhook', version: 1 }] });
    expect(
      (await kick.send('DELETE', `${subscriptions}?id=${pick(own.json, 'data', 0, 'id')}`, { token })).status,
    ).toBe(204);
    expect(pickList((await kick.get(subscriptions, token)).json, 'data')).toHaveLength(2);
  });

  test('name the event that does not exist', async () => {
    const { json } = await subscribe(676, ['clip.created']);
    expect(json).toMatchObject({ data: [{ name: 'clip.created', subscription_id: '', error: 'unknown event' }] });
  });

  test('end at 1,000 chats for an app that is not verified', async () => {
    for (let number = 0; number < 1_001; number += 1) {
      kick.control('add-creator', { username: `creator_${number}`, userId: 2_000_000 + number });
    }
    let last: Awaited<ReturnType<typeof subscribe>> | undefined;
    for (let number = 0; number < 1_001; number += 1) last = await subscribe(2_000_000 + number, ['chat.message.sent']);
    expect(last).toMatchObject({
      status: 400,
      json: { data: 'event subscription limit reached', message: 'Bad request' },
    });
    expect((await subscribe(2_001_000, ['livestream.status.updated'])).status).toBe(200);
  });
});
