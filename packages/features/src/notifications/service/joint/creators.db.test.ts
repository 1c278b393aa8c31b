import { randomUUID } from 'node:crypto';
import { ChannelId, type Platform, RoleId, ServerId } from '@tally/contract';
import { platformNames } from '@tally/contract/platforms/words';
import { sql } from '@tally/infra/sql';
import type { Channel, StreamSession } from '@tally/kernel';
import { findDelivery, sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creatorMembers, type StreamerRow } from '../../../streamers/index.ts';
import { creators, notifications } from '../../index.ts';
import { liveKey } from '../../match/single.ts';
import { insertCreator } from '../../store/creators.ts';
import type { CreatorRow } from '../../tables.ts';
import { removeCreator } from './change-creator.ts';
import { end, endDeserted } from './end.ts';
import { refresh } from './refresh.ts';
import { settleMembers } from './settle-members.ts';

const serverId = ServerId.parse('100000000000000001');
const room = ChannelId.parse('200000000000000001');
const ownRoom = ChannelId.parse('200000000000000002');
const role = RoleId.parse('400000000000000001');

const channelOn = (platform: Platform): Channel => ({
  platform,
  id: `${platform}-42`,
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 3,
  url: `https://${platform}.example/ada`,
});

interface Sent {
  readonly channelId: string;
  readonly payload: {
    readonly content?: string;
    readonly embeds?: readonly { readonly title?: string; readonly description?: string }[];
    readonly components?: readonly { readonly components: readonly { readonly url?: string }[] }[];
    readonly allowed_mentions: { readonly roles: readonly string[] };
  };
}
const sent: Sent[] = [];
const edited: Sent[] = [];
const removed: unknown[] = [];
const urlsOf = (message: Sent | undefined) =>
  message?.payload.components?.flatMap((row) => row.components.map((button) => button.url));

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [notifications, creators],
    env: { PLANS: 'unlimited' },
    discord: {
      messages: {
        create: async (message: Sent) => {
          sent.push(message);
          return { id: String(300_000_000_000_000_000n + BigInt(sent.length)) };
        },
        edit: async (message: Sent) => void edited.push(message),
        delete: async (message: unknown) => void removed.push(message),
      },
    } as never,
  });
});
afterAll(() => world.close());

const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms(
    {},
    Object.entries(platformNames).map(([id, name]) => ({ id, name, colour: '#000000' })),
  ),
});

const streamers = new Map<Platform, StreamerRow>();
let creator: CreatorRow;

async function follow(platform: Platform, settings: StreamerRow['settings'] = {}): Promise<void> {
  const id = randomUUID();
  const now = world.clock.now().toISOString();
  await watch(ctx(), world.db, { channel: channelOn(platform), reason: 'notifications', holder: serverId });
  const { rows } = await world.db.execute<StreamerRow & Record<string, unknown>>(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
    values (${id}, ${serverId}, ${platform}, ${channelOn(platform).id}, 'ada',
            ${JSON.stringify({ notificationChannelId: ownRoom, ...settings })}::jsonb, ${now}, ${now})
    returning id, platform`);
  streamers.set(platform, rows[0] as StreamerRow);
}

async function goLive(platform: Platform, title = `On ${platform}`): Promise<StreamSession> {
  const id = randomUUID();
  const now = world.clock.now().toISOString();
  const unknown = { thumbnailUrl: null, language: null, categoryImageUrl: null, isMature: false };
  const details = { ...unknown, title, category: 'Chess', viewers: 5 };
  const { id: channelId, url } = channelOn(platform);
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, ${platform}, ${channelId}, ${now}, ${now}, ${now}, ${`${url}/live`}, ${JSON.stringify(details)}::jsonb)`);
  return await sessionOf(id);
}

async function sessionOf(id: string): Promise<StreamSession> {
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}

/** Sends an event as detection does: to each feature separately. */
async function tell(kind: 'live' | 'update', { id, platform }: StreamSession): Promise<void> {
  const event = { kind, session: await sessionOf(id), channel: channelOn(platform) };
  await notifications.platform?.(ctx(), event);
  await creators.platform?.(ctx(), event);
}

async function stop({ id, platform }: StreamSession, grace: 0 | 5 | 10 | 15 = 5): Promise<void> {
  const ended = world.clock.now().toISOString();
  await world.db.execute(sql`update stream_sessions set ended_at = coalesce(ended_at, ${ended}) where id = ${id}`);
  const about = { session: await sessionOf(id), channel: channelOn(platform) };
  await notifications.platform?.(ctx(), { kind: 'end', grace, ...about });
  await end(ctx(), { ...about, grace });
}

const comeBack = async ({ id }: StreamSession) =>
  await world.db.execute(sql`update stream_sessions set ended_at = null where id = ${id}`);
const sendAll = async () => {
  while ((await sendDue(ctx())) > 0);
};
const live = async (platform: Platform, title?: string) => {
  const session = await goLive(platform, title);
  await tell('live', session);
  await sendAll();
  return session;
};
const journal = async () =>
  (
    await world.db.execute<{ owner: string; kind: string; state: string; reason: string | null }>(
      sql`select owner, kind, state, reason from deliveries order by owner, queued_at, dedupe_key`,
    )
  ).rows.map(({ owner, kind, state, reason }) => `${owner} ${kind} ${reason ?? state}`);

beforeEach(async () => {
  await world.reset();
  await putServer(world, serverId);
  sent.length = 0;
  edited.length = 0;
  removed.length = 0;
  streamers.clear();
  for (const platform of ['kick', 'twitch', 'youtube'] as const) await follow(platform);
  creator = await insertCreator(world.inside, {
    id: randomUUID(),
    serverId,
    name: 'Ada everywhere',
    platformOrder: ['twitch'],
    notificationChannelId: room,
    pingRoleId: role,
    createdAt: world.clock.now(),
  });
  const ids = [...streamers.values()].map(({ id }) => id);
  await creatorMembers.assign(world.inside, ids, creator.id);
});

describe('a creator on several platforms', () => {
  it('has one message and one ping, which platforms join and leave', async () => {
    const kick = await live('kick');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ channelId: room, payload: { allowed_mentions: { roles: [role] } } });
    expect(sent[0]?.payload.embeds?.[0]?.title).toBe('On kick');

    const twitch = await live('twitch');
    expect(sent).toHaveLength(1);
    expect(edited.at(-1)?.payload.embeds?.[0]?.title).toBe('On twitch');
    expect(urlsOf(edited.at(-1))).toEqual(['https://twitch.example/ada/live', 'https://kick.example/ada/live']);

    await stop(kick);
    await sendAll();
    expect(urlsOf(edited.at(-1))).toEqual(['https://twitch.example/ada/live']);
    expect(edited.at(-1)?.payload.embeds?.[0]?.description ?? '').not.toContain('was live');

    world.clock.move(60_000);
    await stop(twitch);
    await sendAll();
    expect(edited.at(-1)?.payload.embeds?.[0]?.description).toContain('was live');
    expect(sent).toHaveLength(1);
    expect(await journal()).toEqual([
      'creators live edited',
      'notifications live partOfCreator',
      'notifications live partOfCreator',
    ]);
  });

  it('is announced once, in any order and number of events', async () => {
    const session = await goLive('kick');
    await tell('live', session);
    await tell('live', session);
    await tell('update', session);
    await sendAll();
    await tell('live', session);
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  it('has one message when platforms go live at the same instant', async () => {
    const sessions = await Promise.all((['kick', 'twitch', 'youtube'] as const).map((platform) => goLive(platform)));
    await Promise.all(sessions.flatMap((session) => [tell('live', session), tell('live', session)]));
    await sendAll();
    expect(sent).toHaveLength(1);
    const { rows } = await world.db.execute(sql`select 1 from creator_broadcasts`);
    expect(rows).toHaveLength(1);
    const last = edited.at(-1) ?? sent[0];
    expect(urlsOf(last)).toHaveLength(3);
  });

  it('has one end when the last platforms end at the same instant', async () => {
    const sessions = [await live('kick'), await live('twitch')];
    await Promise.all(sessions.map((session) => stop(session)));
    await sendAll();
    expect(edited.at(-1)?.payload.embeds?.[0]?.description).toContain('was live');
  });

  it('continues the same message within the cooldown, and posts a new one after it', async () => {
    await stop(await live('kick'));
    await sendAll();
    world.clock.move(30 * 60_000);
    const twitch = await live('twitch');
    expect(sent).toHaveLength(1);
    expect(urlsOf(edited.at(-1))).toEqual(['https://twitch.example/ada/live']);
    await stop(twitch);
    await sendAll();
    world.clock.move(31 * 60_000);
    await live('youtube');
    expect(sent).toHaveLength(2);
    world.clock.move(200 * 86_400_000);
    const forget = creators.jobs?.find(({ name }) => name === 'creators/forget-broadcasts');
    await forget?.run(world.ctx(), {}, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
    const { rows } = await world.db.execute<{ closed_at: unknown }>(sql`select closed_at from creator_broadcasts`);
    expect(rows).toEqual([{ closed_at: null }]);
  });

  it('turns the end card back when the stream was not over', async () => {
    const kick = await live('kick');
    await stop(kick);
    await sendAll();
    expect(edited.at(-1)?.payload.embeds?.[0]?.description).toContain('was live');
    await comeBack(kick);
    await tell('update', kick);
    await sendAll();
    expect(urlsOf(edited.at(-1))).toEqual(['https://kick.example/ada/live']);
    expect(sent).toHaveLength(1);
  });

  it('waits for the grace of each platform', async () => {
    const kick = await live('kick');
    await stop(kick, 0);
    await sendAll();
    expect(edited).toEqual([]);
    await stop(kick, 5);
    await sendAll();
    expect(edited).toHaveLength(1);
  });

  it('is announced by the second platform where the first one is silenced', async () => {
    await world.db.execute(sql`update streamers set settings = settings || '{"paused":true}' where platform = 'kick'`);
    await live('kick');
    expect(sent).toEqual([]);
    await live('twitch');
    expect(sent).toHaveLength(1);
    expect(urlsOf(sent[0])).toEqual(['https://twitch.example/ada/live']);
    expect(await journal()).toContain('notifications live paused');
  });

  it('ends as the server chose for the streamer who opened it', async () => {
    await world.db.execute(
      sql`update streamers set settings = settings || '{"onEnd":"deleteAndPost"}' where platform = 'kick'`,
    );
    await stop(await live('kick'));
    await sendAll();
    expect(removed).toHaveLength(1);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ channelId: room, payload: { allowed_mentions: { roles: [] } } });
  });
});

describe('a creator who changes while live', () => {
  it('is announced by no one else after it was split', async () => {
    const kick = await live('kick');
    await removeCreator(ctx(), serverId, { id: creator.id });
    await settleMembers(
      ctx(),
      [...streamers.values()].map(({ id }) => id),
    );
    await tell('live', kick);
    await tell('update', kick);
    await sendAll();
    expect(sent).toHaveLength(1);
    await stop(kick);
    await sendAll();
    expect(edited.at(-1)?.payload.embeds?.[0]?.description).toContain('was live');
    expect(sent).toHaveLength(1);
    await live('twitch');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.channelId).toBe(ownRoom);
  });

  it('does not take over a separate announcement', async () => {
    const ids = [...streamers.values()].map(({ id }) => id);
    await creatorMembers.assign(world.inside, ids, null);
    const kick = await live('kick');
    await creatorMembers.assign(world.inside, ids, creator.id);
    await settleMembers(ctx(), ids);
    await tell('live', kick);
    await tell('update', kick);
    await sendAll();
    expect(sent).toHaveLength(1);
    await live('twitch');
    expect(urlsOf(sent[1])).toEqual(['https://twitch.example/ada/live']);
    await stop(kick);
    await sendAll();
    expect(edited.at(-1)).toMatchObject({ channelId: ownRoom });
    expect(edited.at(-1)?.payload.embeds?.[0]?.description).toContain('was live');
  });

  it('is announced even if both features looked at the wrong moment', async () => {
    const kick = await goLive('kick');
    const happening = { session: kick, channel: channelOn('kick') };
    const ids = [...streamers.values()].map(({ id }) => id);
    await notifications.platform?.(ctx(), { kind: 'live', ...happening });
    await removeCreator(ctx(), serverId, { id: creator.id });
    await creators.platform?.(ctx(), { kind: 'live', ...happening });
    expect(world.queued.filter(({ name }) => name === 'creators/settle-members')).toHaveLength(1);
    await settleMembers(ctx(), ids);
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  it('loses an unfollowed platform, and ends with the last one', async () => {
    await live('kick');
    await world.db.execute(sql`delete from streamers where platform = 'kick'`);
    await endDeserted(ctx());
    const { rows } = await world.db.execute(sql`select 1 from creator_broadcasts where closed_at is null`);
    expect(rows).toEqual([]);
    world.clock.move(61 * 60_000);
    await live('twitch');
    expect(sent).toHaveLength(2);
  });
});

it('is announced once when an override no longer stops the stream', async () => {
  await world.db.execute(sql`
    insert into notification_overrides (server_id, priority, apply_to, query, query_in, actions, added_at)
    values (${serverId}, 1, '{kick}', '{rerun}', '{title}', '{cancel}', ${world.clock.now().toISOString()})`);
  const kick = await live('kick', 'rerun of yesterday');
  expect(await journal()).toEqual(['notifications live override']);
  await world.db.execute(sql`update stream_sessions set details = details || '{"title":"Now live"}'`);
  await tell('update', kick);
  await sendAll();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.channelId).toBe(room);
  const own = await findDelivery(world.db, liveKey(streamers.get('kick')?.id ?? '', kick.id));
  expect(own).toMatchObject({ state: 'skipped', reason: 'partOfCreator' });
  await refresh(ctx(), { session: await sessionOf(kick.id), channel: channelOn('kick') });
  await sendAll();
  expect(sent).toHaveLength(1);
});

it('waits for the category of an override, which then stops the message', async () => {
  await world.db.execute(sql`
    insert into notification_overrides (server_id, priority, apply_to, query, query_in, actions, added_at)
    values (${serverId}, 1, '{kick}', '{slots}', '{category}', '{cancel}', ${world.clock.now().toISOString()})`);
  const kick = await goLive('kick');
  await world.db.execute(sql`update stream_sessions set details = details || '{"category":null}'`);
  await tell('live', kick);
  await sendAll();
  expect(sent).toEqual([]);
  await world.db.execute(sql`update stream_sessions set details = details || '{"category":"Slots"}'`);
  await tell('update', kick);
  world.clock.move(20_000);
  await sendAll();
  expect(sent).toEqual([]);
  expect(await journal()).toEqual(['creators live override', 'notifications live partOfCreator']);
  await live('twitch');
  expect(sent).toHaveLength(1);
});

it('a recording is linked from the end card', async () => {
  const kick = await live('kick');
  await stop(kick);
  await sendAll();
  const unknown = { title: null, description: null, thumbnailUrl: null, category: null, views: null, clipper: null };
  const url = 'https://kick.example/ada/videos/1';
  const where = { platform: 'kick', channelId: channelOn('kick').id, streamId: null, url } as const;
  const when = { publishedAt: world.clock.now(), durationSeconds: 60 };
  const video = { ...unknown, ...where, ...when, id: 'recording', kind: 'vod' } as const;
  await creators.platform?.(ctx(), { kind: 'video', video, channel: channelOn('kick') });
  await sendAll();
  expect(urlsOf(edited.at(-1))).toContain(url);
});
