import { randomUUID } from 'node:crypto';
import { type Platform, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import type { Channel, PlatformEvent } from '@tally/kernel';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creators, notifications } from '../../index.ts';

/** A thousand servers have the same creator. Each test continues from the previous one. */
const MANY = 1_000;
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [notifications, creators], env: { PLANS: 'unlimited' } });
  await world.db.execute(sql`
    with made as (
      insert into creators (id, server_id, name, created_at)
      select gen_random_uuid(), (500000000000000000 + n)::text, 'Ada', now() from generate_series(1, ${MANY}) n
      returning id, server_id)
    insert into streamers (id, server_id, platform, channel_id, name, settings, creator_id, added_at, changed_at)
    select gen_random_uuid(), server_id, platform, platform || '-42', 'ada',
           jsonb_build_object('notificationChannelId', server_id), id, now(), now()
      from made cross join (values ('kick'), ('twitch')) as p (platform)`);
});
afterAll(() => world.close());

async function live(platform: Platform, number = 42): Promise<PlatformEvent & { kind: 'live' }> {
  const id = randomUUID();
  const now = world.clock.now().toISOString();
  const channel: Channel = {
    platform,
    id: `${platform}-${number}`,
    name: 'ada',
    displayName: 'Ada',
    avatarUrl: null,
    followers: null,
    url: `https://${platform}.example/ada`,
  };
  const holder = '500000000000000001';
  await watch(world.ctx(), world.db, { channel, reason: 'notifications', holder: ServerId.parse(holder) });
  const details = { title: 'Everywhere', category: null, thumbnailUrl: null, viewers: null, isMature: false };
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, ${platform}, ${channel.id}, ${now}, ${now}, ${now}, ${channel.url}, ${JSON.stringify(details)}::jsonb)`);
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return { kind: 'live', session: asSession(row), channel };
}

it('each of them has one message, for a few transactions', async () => {
  let transactions = 0;
  const db = new Proxy(world.db, {
    get(target, name, receiver) {
      if (name === 'transaction') transactions += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  for (const platform of ['kick', 'twitch'] as const) {
    const event = await live(platform);
    await notifications.platform?.({ ...world.ctx(), db }, event);
    expect(transactions, 'notifications have nobody to tell').toBe(0);
    await creators.platform?.({ ...world.ctx(), db }, event);
    expect(transactions).toBe(2);
    transactions = 0;
  }
  const { rows } = await world.db.execute(
    sql`select owner, count(*)::int from deliveries group by owner order by owner`,
  );
  expect(rows).toEqual([
    { owner: 'creators', count: MANY },
    { owner: 'notifications', count: 2 * MANY },
  ]);
});

it('a held decision of an override is made again when it ends by the clock alone', async () => {
  const serverId = ServerId.parse('600000000000000001');
  const now = world.clock.now().toISOString();
  const [creatorId, id] = [randomUUID(), randomUUID()];
  await world.db.execute(
    sql`insert into creators (id, server_id, name, created_at) values (${creatorId}, ${serverId}, 'Eve', ${now})`,
  );
  await world.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, creator_id, added_at, changed_at)
    values (${id}, ${serverId}, 'kick', 'kick-43', 'eve', '{"notificationChannelId":"1"}', ${creatorId}, ${now}, ${now})`);
  await world.db.execute(sql`
    insert into notification_overrides (server_id, priority, apply_to, query, query_in, actions, duration_minutes, added_at)
    values (${serverId}, 1, '{kick}', '{everywhere}', '{title}', '{cancel}', 30, ${now})`);
  const event = await live('kick', 43);
  const tell = async (kind: 'live' | 'update') => await creators.platform?.(world.ctx(), { ...event, kind });
  const endHolds = notifications.jobs.find((job) => job.name === 'notifications/end-holds');
  const journal = async () => {
    const rows = sql`select owner, reason from deliveries where server_id = ${serverId} order by owner`;
    const found = await world.db.execute<{ owner: string; reason: string | null }>(rows);
    return found.rows.map(({ owner, reason }) => `${owner} ${reason ?? 'queued'}`);
  };
  await tell('live');
  await world.db.execute(sql`
    update stream_sessions set details = details || '{"title":"Elsewhere"}' where id = ${event.session.id}`);
  await tell('update');
  await endHolds?.run(world.ctx(), {}, {} as never);
  expect(await journal(), 'it holds').toEqual(['notifications override']);
  world.clock.move(31 * 60_000);
  await endHolds?.run(world.ctx(), {}, {} as never);
  expect(await journal()).toEqual(['creators queued', 'notifications partOfCreator']);
  await creators.forgetServer?.(world.ctx(), serverId);
});

it('a deleted server leaves nothing behind, and the others keep everything', async () => {
  await creators.forgetServer?.(world.ctx(), ServerId.parse('500000000000000001'));
  const count = async (table: string) =>
    (await world.db.execute<{ count: number }>(sql`select count(*)::int from ${sql.identifier(table)}`)).rows[0]?.count;
  expect(await count('creators')).toBe(MANY - 1);
  expect(await count('creator_broadcasts')).toBe(MANY - 1);
  expect(await count('creator_streams')).toBe(2 * (MANY - 1));
});
