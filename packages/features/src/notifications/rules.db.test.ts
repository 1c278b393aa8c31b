import { randomUUID } from 'node:crypto';
import { ChannelId, Override, RoleId, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Channel, type StreamSession, seconds, type Video } from '@tally/kernel';
import { type Delivery, findDelivery, sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { overrides } from '../overrides/index.ts';
import { saveOverride, saveRules } from '../overrides/store/overrides.ts';
import type { StreamerRow } from '../streamers/index.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { notifications } from './index.ts';
import { endKey, liveKey, videoKey } from './match/single.ts';
import { announceLive } from './service/announce/announce-live.ts';
import { announceVideo } from './service/announce/announce-video.ts';
import { closeMessages, refreshMessages } from './service/announce/refresh-and-close.ts';
import { compose } from './service/compose/compose.ts';

const ada: Channel = {
  platform: 'twitch',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 3,
  url: 'https://twitch.tv/ada',
};
const server = ServerId.parse('100000000000000001');
const room = ChannelId.parse('200000000000000001');
const stage = ChannelId.parse('200000000000000002');
const runners = RoleId.parse('300000000000000001');

const sent: { readonly channelId: string }[] = [];
let world: TestWorld;
let streamerId: string;
beforeAll(async () => {
  world = await testWorld({
    features: [notifications, overrides],
    env: { PLANS: 'unlimited' },
    discord: {
      messages: {
        create: async (message: { channelId: string }) => {
          sent.push(message);
          return { id: String(400_000_000_000_000_000n + BigInt(sent.length)) };
        },
        edit: async () => undefined,
      },
    } as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  sent.length = 0;
  await watch(ctx(), world.db, { channel: ada, reason: 'notifications', holder: server });
});

const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms({}, [{ id: 'twitch', name: 'Twitch', colour: '#9146ff' }]),
});
const lay = async (priority: number, over: Partial<Override>) => {
  const override = Override.parse({
    priorityOnConflict: priority,
    applyTo: [],
    query: ['slots'],
    queryIn: [],
    actions: [],
    durationMinutes: null,
    overrideChannelId: null,
    overridePingRoleId: null,
    ...over,
  });
  await saveOverride(world.inside, server, override, world.clock.now());
};
const beQuiet = async (mode: 'skip' | 'digest') => {
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16);
  const quietHours = { enabled: true, timeZone: 'UTC', from: at(-1), until: at(1), mode };
  await saveRules(world.inside, server, { quietHours });
};

async function follow(settings: StreamerRow['settings'] = {}): Promise<void> {
  const now = world.clock.now();
  streamerId = randomUUID();
  await insertStreamer(world.inside, {
    id: streamerId,
    serverId: server,
    platform: 'twitch',
    channelId: ada.id,
    name: ada.name,
    settings: { notificationChannelId: room, ...settings },
    addedAt: now,
    changedAt: now,
  });
}

async function goLive(category: string | null = 'Chess', title = 'Night shift'): Promise<StreamSession> {
  const id = randomUUID();
  const now = world.clock.now().toISOString();
  const details = { title, category, thumbnailUrl: null, viewers: 5, language: null, categoryImageUrl: null };
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, 'twitch', ${ada.id}, ${now}, ${now}, ${now}, ${ada.url}, ${JSON.stringify(details)}::jsonb)`);
  return await read(id);
}
async function change(session: StreamSession, details: { title?: string; category?: string }): Promise<StreamSession> {
  await world.db.execute(
    sql`update stream_sessions set details = details || ${JSON.stringify(details)}::jsonb where id = ${session.id}`,
  );
  return await read(session.id);
}
async function read(id: string): Promise<StreamSession> {
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}
const sendAll = async () => {
  while ((await sendDue(ctx())) > 0);
};
const live = async (session: StreamSession) =>
  (await findDelivery(world.db, liveKey(streamerId, session.id))) as Delivery;

describe('a late category', () => {
  beforeEach(async () => {
    await lay(1, { query: ['chess'], queryIn: ['category'], actions: ['cancel'] });
    await follow();
  });

  it('is waited for a moment, and no longer', async () => {
    const session = await goLive(null);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    world.clock.move(seconds(14));
    await sendAll();
    expect(sent).toEqual([]);
    world.clock.move(seconds(1));
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  it('is not waited for where no override asks for it', async () => {
    await lay(9, { query: ['shift'] });
    await announceLive(ctx(), { session: await goLive(null), channel: ada });
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  it('decides, also when its news came before the row', async () => {
    const session = await goLive(null);
    const known = await change(session, { category: 'Chess' });
    await refreshMessages(ctx(), { session: known, channel: ada });
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    expect([sent, await live(session)]).toMatchObject([[], { state: 'skipped', reason: 'override' }]);
  });

  it('decides nothing about a posted message', async () => {
    const session = await goLive('Talk');
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await refreshMessages(ctx(), { session: await change(session, { category: 'Chess' }), channel: ada });
    await sendAll();
    expect([sent.length, (await live(session)).state]).toEqual([1, 'edited']);
  });
});

describe('a category filter', () => {
  const onlyChess: StreamerRow['settings'] = { categoryFilter: { mode: 'whitelist', categories: ['chess'] } };

  it('waits for the category as an override does, and decides before anything is posted', async () => {
    await follow(onlyChess);
    const session = await goLive(null);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    expect(sent).toEqual([]);
    await refreshMessages(ctx(), { session: await change(session, { category: 'Poker' }), channel: ada });
    await sendAll();
    expect([sent, await live(session)]).toMatchObject([[], { state: 'skipped', reason: 'filter' }]);
  });

  it('lets a stream through that matches later', async () => {
    await follow(onlyChess);
    const session = await goLive('Poker');
    await announceLive(ctx(), { session, channel: ada });
    await refreshMessages(ctx(), { session: await change(session, { category: 'Chess' }), channel: ada });
    await sendAll();
    expect([sent.length, (await live(session)).state]).toEqual([1, 'posted']);
  });
});

describe('an override', () => {
  it('pings its own role, and decides about publishing', async () => {
    await lay(1, { query: ['shift'], overridePingRoleId: runners, actions: ['autoPublish'] });
    await lay(2, { query: ['day'], actions: ['dontPublish'] });
    await follow({ autoPublishIfAnnouncmentChannel: true });
    const composed = async (title: string) => {
      const session = await goLive('Talk', title);
      await announceLive(ctx(), { session, channel: ada });
      const [composition] = await compose(ctx(), [await live(session)]);
      await world.db.execute(sql`update stream_sessions set ended_at = now()`);
      return composition;
    };
    expect(await composed('Night shift')).toMatchObject({
      publish: true,
      payload: { content: expect.stringContaining(`<@&${runners}>`), allowed_mentions: { roles: [runners] } },
    });
    world.clock.move(seconds(86_400));
    expect(await composed('A day off')).toMatchObject({ publish: false, payload: { allowed_mentions: { roles: [] } } });
    world.clock.move(seconds(86_400));
    expect(await composed('Neither')).toMatchObject({ publish: true });
  });

  it('pings no one if it says so, and the streamer’s own role by default', async () => {
    await lay(1, { query: ['shift'], actions: ['dontPing'] });
    await lay(2, { query: ['day'] });
    await follow({ pingRoleId: runners });
    const pingedBy = async (title: string) => {
      const session = await goLive('Talk', title);
      await announceLive(ctx(), { session, channel: ada });
      const [composition] = await compose(ctx(), [await live(session)]);
      world.clock.move(seconds(86_400));
      await world.db.execute(sql`update stream_sessions set ended_at = now()`);
      return composition;
    };
    const quiet = await pingedBy('Night shift');
    expect(quiet).toMatchObject({ kind: 'send', payload: { allowed_mentions: { roles: [] } } });
    expect(JSON.stringify(quiet)).not.toContain(runners);
    expect(await pingedBy('A day off')).toMatchObject({ payload: { allowed_mentions: { roles: [runners] } } });
  });

  it('and the end: announced where the start was announced, and nowhere else', async () => {
    await lay(1, { query: ['shift'], overrideChannelId: stage });
    await lay(2, { query: ['secret'], actions: ['cancel'] });
    await follow({ onEnd: 'post' });
    const ended = async (title: string) => {
      const session = await goLive('Talk', title);
      await announceLive(ctx(), { session, channel: ada });
      await sendAll();
      await world.db.execute(sql`update stream_sessions set ended_at = ${world.clock.now().toISOString()}`);
      await closeMessages(ctx(), { session, channel: ada, grace: 5 });
      const end = await findDelivery(world.db, endKey(streamerId, session.id));
      world.clock.move(seconds(86_400));
      return [end?.state, end?.reason, end?.channelId];
    };
    expect(await ended('Night shift')).toEqual(['queued', null, stage]);
    expect(await ended('A secret')).toEqual(['skipped', 'override', room]);
    await beQuiet('skip');
    expect(await ended('Whispering')).toEqual(['skipped', 'quietHours', room]);
  });
});

describe('a video', () => {
  const video: Video = {
    platform: 'twitch',
    channelId: ada.id,
    id: 'clip-1',
    kind: 'clip',
    title: 'What a move',
    description: 'Paid promotion',
    url: 'https://clips.twitch.tv/clip-1',
    thumbnailUrl: null,
    publishedAt: new Date('2026-01-15T11:00:00Z'),
    durationSeconds: 20,
    category: 'Chess',
    views: 1,
    streamId: null,
    clipper: null,
  };
  const told = async (about: Partial<Video> = {}) => {
    const one = { ...video, ...about, id: randomUUID() };
    await announceVideo(ctx(), { video: one, channel: ada });
    await announceVideo(ctx(), { video: one, channel: ada });
    const row = await findDelivery(world.db, videoKey(streamerId, one));
    return [row?.state, row?.reason, row?.channelId, row?.about.override];
  };
  beforeEach(async () => await follow({ builtInClipsEnabled: true, builtInClipsChannelId: room }));

  it('obeys overrides, also by its description', async () => {
    await lay(1, { query: ['paid promotion'], queryIn: ['description'], actions: ['cancel'] });
    await lay(2, { query: ['finals'], overrideChannelId: stage, overridePingRoleId: runners, durationMinutes: 60 });
    expect(await told()).toEqual(['skipped', 'override', room, { pingRoleId: null, publish: null }]);
    expect(await told({ title: 'The finals' })).toEqual([
      'queued',
      null,
      stage,
      { pingRoleId: runners, publish: null },
    ]);
    expect(await told({ description: null })).toEqual(['queued', null, room, undefined]);
  });

  it('and quiet hours: dropped, or held for the digest', async () => {
    await beQuiet('skip');
    expect(await told()).toEqual(['skipped', 'quietHours', room, undefined]);
    await beQuiet('digest');
    expect(await told()).toEqual(['skipped', 'quietHours', room, undefined]);
    const { rows } = await world.db.execute(sql`select title, session_id from held_notifications`);
    expect(rows).toEqual([{ title: 'What a move', session_id: null }]);
  });
});
