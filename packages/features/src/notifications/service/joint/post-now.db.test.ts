import { randomUUID } from 'node:crypto';
import { ChannelId, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Channel, UpstreamError } from '@tally/kernel';
import { sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postNow } from '../../../journal/service/post-now.ts';
import { readJournal } from '../../../journal/service/read.ts';
import { creators, notifications } from '../../index.ts';
import { listLive } from '../announce/live.ts';

/** Discord refused a creator's joint message because the bot could not post in the channel. */
const serverId = ServerId.parse('100000000000000001');
const room = ChannelId.parse('200000000000000001');
const channel: Channel = {
  platform: 'kick',
  id: 'kick-42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 3,
  url: 'https://kick.example/ada',
};
const sent: string[] = [];
let isClosed = true;
let world: TestWorld;
let sessionId: string;

async function create(message: { channelId: string }) {
  if (isClosed) {
    throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', status: 403, upstreamCode: 50013 });
  }
  sent.push(message.channelId);
  return { id: String(300_000_000_000_000_000n + BigInt(sent.length)) };
}
const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms({}, [{ id: 'kick', name: 'Kick', colour: '#000000' }]),
});
const sendAll = async () => {
  while ((await sendDue(ctx())) > 0);
};
const offered = async () =>
  (await readJournal(ctx(), { serverId })).rows.filter(({ canBePosted }) => canBePosted).map(({ id }) => id);

beforeAll(async () => {
  const features = [notifications, creators];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: { messages: { create } } as never });
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.reset();
  await putServer(world, serverId);
  sent.length = 0;
  isClosed = true;
  const [creatorId, now] = [randomUUID(), world.clock.now().toISOString()];
  sessionId = randomUUID();
  await watch(ctx(), world.db, { channel, reason: 'notifications', holder: serverId });
  await world.db.execute(sql`
    insert into creators (id, server_id, name, notification_channel_id, created_at)
    values (${creatorId}, ${serverId}, 'Ada', ${room}, ${now})`);
  await world.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, creator_id, added_at, changed_at)
    values (${randomUUID()}, ${serverId}, 'kick', ${channel.id}, 'ada', '{}'::jsonb, ${creatorId}, ${now}, ${now})`);
  const details = { title: 'Everywhere', category: 'Chess', thumbnailUrl: null, viewers: 5, isMature: false };
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${sessionId}, 'kick', ${channel.id}, ${now}, ${now}, ${now}, ${channel.url}, ${JSON.stringify(details)}::jsonb)`);
  const row = await findSession(world.db, sessionId);
  if (!row) throw new Error('no session');
  const event = { kind: 'live', session: asSession(row), channel } as const;
  await notifications.platform?.(ctx(), event);
  await creators.platform?.(ctx(), event);
  await sendAll();
});

it('is offered for live creators, with the same delivery, unless the channel is still closed to the bot', async () => {
  const [id] = await offered();
  const stopped = async () => (await listLive(ctx(), [serverId])).map(({ stoppedDelivery }) => stoppedDelivery);
  expect(await stopped()).toEqual([id]);
  await world.db.execute(sql`update creators set is_room_closed = true`);
  expect(await stopped()).toEqual([null]);
  await world.db.execute(sql`update creators set is_room_closed = false`);
  isClosed = false;
  await postNow(ctx(), serverId, id ?? '');
  await sendAll();
  expect([sent, await stopped()]).toEqual([[room], [null]]);
});

it('is posted once while the stream is live, no matter how often the button is pressed', async () => {
  expect(sent).toEqual([]);
  const [id = '', ...others] = await offered();
  expect(others).toEqual([]);
  isClosed = false;
  await Promise.all([postNow(ctx(), serverId, id), postNow(ctx(), serverId, id)]);
  await sendAll();
  expect(sent).toEqual([room]);
  expect(await offered()).toEqual([]);
  expect(await postNow(ctx(), serverId, id)).toContain('already been posted');
  await sendAll();
  expect(sent).toEqual([room]);
});

it('is no longer posted when the stream is over', async () => {
  const [id = ''] = await offered();
  const now = world.clock.now().toISOString();
  await world.db.execute(sql`update stream_sessions set ended_at = ${now} where id = ${sessionId}`);
  expect(await offered()).toEqual([]);
  isClosed = false;
  await expect(postNow(ctx(), serverId, id)).rejects.toMatchObject({ code: 'conflict' });
  await sendAll();
  expect(sent).toEqual([]);
});
