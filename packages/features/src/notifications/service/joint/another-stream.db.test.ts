import { randomUUID } from 'node:crypto';
import { ChannelId, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import type { Channel, PlatformEvent, StreamSession } from '@tally/kernel';
import { sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { creators, notifications } from '../../index.ts';

/** This creator's streams end at once, and the next one starts before other servers learn of the end. */
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
const calls: string[] = [];
let world: TestWorld;
let first: StreamSession;
let second: StreamSession;
const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms({}, [{ id: 'kick', name: 'Kick', colour: '#000000' }]),
});

beforeAll(async () => {
  const messages = {
    create: async () => ({ id: String(300_000_000_000_000_000n + BigInt(calls.push('post'))) }),
    edit: async ({ payload }: { payload: { embeds?: readonly { description?: string }[] } }) =>
      void calls.push(payload.embeds?.[0]?.description ?? 'edit'),
  };
  const features = [notifications, creators];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: { messages } as never });
});
afterAll(() => world.close());

async function goLive(): Promise<StreamSession> {
  const [id, now] = [randomUUID(), world.clock.now().toISOString()];
  const details = { title: 'Everywhere', category: 'Chess', thumbnailUrl: null, viewers: 5, isMature: false };
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, 'kick', ${channel.id}, ${now}, ${now}, ${now}, ${channel.url}, ${JSON.stringify(details)}::jsonb)`);
  return await read(id);
}

async function read(id: string): Promise<StreamSession> {
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}

async function tell(...events: readonly PlatformEvent[]): Promise<void> {
  for (const event of events) {
    await notifications.platform?.(ctx(), event);
    await creators.platform?.(ctx(), event);
  }
  while ((await sendDue(ctx())) > 0);
}

beforeEach(async () => {
  await world.reset();
  await putServer(world, serverId);
  calls.length = 0;
  const [creatorId, now] = [randomUUID(), world.clock.now().toISOString()];
  await watch(ctx(), world.db, { channel, reason: 'notifications', holder: serverId });
  await world.db.execute(sql`
    insert into creators (id, server_id, name, notification_channel_id, created_at)
    values (${creatorId}, ${serverId}, 'Ada', ${room}, ${now})`);
  await world.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, creator_id, added_at, changed_at)
    values (${randomUUID()}, ${serverId}, 'kick', ${channel.id}, 'ada', '{"offlineGraceMinutes":0}'::jsonb, ${creatorId}, ${now}, ${now})`);
  first = await goLive();
  await tell({ kind: 'live', session: first, channel });
  world.clock.move(61 * 60_000);
  const ended = world.clock.now().toISOString();
  await world.db.execute(sql`update stream_sessions set ended_at = ${ended}, grace_told = 0`);
  second = await goLive();
  await world.db.execute(sql`update stream_sessions set continued_by = ${second.id} where id = ${first.id}`);
  await world.db.execute(sql`update stream_sessions set longest_grace = 0 where id = ${second.id}`);
  first = await read(first.id);
});

it('has its own message, and the previous one ends once, in any order of events', async () => {
  const strand = [first.id, second.id];
  const begun = { kind: 'live', session: second, channel, part: { graces: [0], strand } } as const;
  await tell(
    begun,
    { kind: 'update', session: { ...first, endedAt: null }, channel, part: { graces: [5, 10, 15], strand } },
    { kind: 'end', grace: 0, session: first, channel, part: { graces: [0], strand: [first.id] } },
    begun,
  );
  expect(calls.filter((call) => call === 'post')).toHaveLength(2);
  expect(calls.filter((call) => call !== 'post')).toEqual([expect.stringContaining('was live')]);
  const { rows } = await world.db.execute(sql`
    select closed_at is null as open from creator_broadcasts order by opened_at`);
  expect(rows).toEqual([{ open: false }, { open: true }]);
});
