import { randomUUID } from 'node:crypto';
import { ChannelId, RoleId, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import type { Channel, Ctx, StreamSession, Video } from '@tally/kernel';
import { type Composition, findDelivery, sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveDisabled } from '../branding/store.ts';
import { readJournal } from '../journal/service/read.ts';
import { saveMessage as saveServerMessage } from '../message-editor/store.ts';
import type { StreamerRow } from '../streamers/index.ts';
import { saveMessage } from '../streamers/store/messages.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { notifications } from './index.ts';
import { endKey, liveKey, videoKey } from './match/single.ts';
import { announceLive } from './service/announce/announce-live.ts';
import { announceVideo } from './service/announce/announce-video.ts';
import { linkRecording } from './service/announce/link-recording.ts';
import { closeMessages } from './service/announce/refresh-and-close.ts';
import { compose } from './service/compose/compose.ts';

const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');
const clips = ChannelId.parse('200000000000000002');
const fans = RoleId.parse('500000000000000001');
const ada: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 3,
  url: 'https://kick.com/ada',
};

let world: TestWorld;
let free: TestWorld;
const discord = {
  messages: { create: async () => ({ id: '300000000000000001' }), edit: async () => undefined },
} as never;
beforeAll(async () => {
  world = await testWorld({ features: [notifications], env: { PLANS: 'unlimited' }, discord });
  free = await testWorld({ features: [notifications], discord });
});
afterAll(async () => {
  await world.close();
  await free.close();
});

const ctxOf = (of: TestWorld): Ctx => ({
  ...of.ctx(),
  platforms: fakePlatforms({}, [{ id: 'kick', name: 'Kick', colour: '#53fc18' }]),
});

async function follow(settings: StreamerRow['settings'] = {}, of = world): Promise<StreamerRow> {
  const now = of.clock.now();
  await of.db.execute(
    sql`insert into servers (id, name, member_count, joined_at) values (${home}, 'Night Owls', 12, ${now.toISOString()}) on conflict do nothing`,
  );
  await watch(ctxOf(of), of.db, { channel: ada, reason: 'notifications', holder: home });
  return await insertStreamer(of.inside, {
    id: randomUUID(),
    serverId: home,
    platform: 'kick',
    channelId: ada.id,
    name: ada.name,
    settings: { notificationChannelId: room, ...settings },
    addedAt: now,
    changedAt: now,
  });
}

async function goLive(of = world, title: string | null = 'Night shift'): Promise<StreamSession> {
  const id = randomUUID();
  const now = of.clock.now().toISOString();
  const details = { title, category: 'Chess', thumbnailUrl: null, viewers: 5, language: null, categoryImageUrl: null };
  await of.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, stream_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, 'kick', ${ada.id}, '77', ${now}, ${now}, ${now}, ${ada.url}, ${JSON.stringify(details)}::jsonb)`);
  const row = await findSession(of.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}

async function composed(key: string, of = world): Promise<Composition> {
  const row = await findDelivery(of.db, key);
  if (!row) throw new Error(`no delivery ${key}`);
  const [composition] = await compose(ctxOf(of), [row]);
  return composition as Composition;
}

async function composedLive(streamer: StreamerRow, of = world, title?: string | null): Promise<Composition> {
  const session = await goLive(of, title);
  await announceLive(ctxOf(of), { session, channel: ada });
  return await composed(liveKey(streamer.id, session.id), of);
}
const payloadOf = (composition: Composition) => (composition.kind === 'send' ? composition.payload : null);

beforeEach(async () => {
  await world.reset();
  await free.reset();
});

describe('the text of a message', () => {
  const custom = { serverId: home, list: 'customMessages', type: 'kickLive' } as const;
  it('the streamer’s own, before the server’s, before ours', async () => {
    const streamer = await follow();
    expect(payloadOf(await composedLive(streamer))?.content).toBe('**Ada** is live on Kick');
    const words = async () => {
      await world.db.execute(sql`delete from deliveries`);
      await world.db.execute(sql`delete from stream_sessions`);
      return payloadOf(await composedLive(streamer))?.content;
    };
    await saveServerMessage(world.inside, custom, { content: '{streamer} at {server} with {member_count}' });
    expect(await words()).toBe('Ada at Night Owls with 12');
    await saveMessage(world.inside, streamer.id, 'kickLive', { content: 'Own words' });
    expect(await words()).toBe('Own words');
    await world.db.execute(sql`update streamers set settings = settings || '{"usePerStreamerEmbeds":false}'`);
    expect(await words()).toBe('Ada at Night Owls with 12');
  });

  it('ours, if the plan includes neither', async () => {
    const streamer = await follow({}, free);
    await saveServerMessage(free.inside, custom, { content: 'Of the server' });
    await saveMessage(free.inside, streamer.id, 'kickLive', { content: 'Own words' });
    expect(payloadOf(await composedLive(streamer, free))?.content).toBe('**Ada** is live on Kick');
  });

  it('one of the variants, the same for every edit', async () => {
    const streamer = await follow();
    await saveServerMessage(world.inside, { ...custom, list: 'randomMessages' }, { messages: ['One {title}', 'Two'] });
    const session = await goLive();
    await announceLive(ctxOf(world), { session, channel: ada });
    const key = liveKey(streamer.id, session.id);
    const first = payloadOf(await composed(key))?.content;
    expect(['One Night shift', 'Two']).toContain(first);
    expect(payloadOf(await composed(key))?.content).toBe(first);
  });

  it('in the language of the server', async () => {
    const streamer = await follow();
    await world.db.execute(sql`update servers set locale = 'ar-SA'`);
    expect(payloadOf(await composedLive(streamer))?.content).toContain('بث مباشر');
  });
});

describe('additions to a message', () => {
  it('our name and our button, until a server switches them off', async () => {
    const streamer = await follow();
    const before = payloadOf(await composedLive(streamer));
    expect(before?.embeds?.[0]?.footer?.text).toBe('Tally');
    expect(before?.components).toHaveLength(1);
    await saveDisabled(world.inside, home, ['notifications', 'watchOnButton']);
    await world.db.execute(sql`delete from deliveries`);
    await world.db.execute(sql`delete from stream_sessions`);
    const after = payloadOf(await composedLive(streamer));
    expect(after?.embeds?.[0]?.footer).toBe(undefined);
    expect(after?.components).toBe(undefined);
  });

  it('another name, a thread and publishing, as far as the plan allows', async () => {
    const settings = { openThread: true, autoPublishIfAnnouncmentChannel: true };
    const webhook = { enabled: true, username: 'Herald of {streamer}', avatarUrl: null };
    for (const of of [world, free]) {
      const streamer = await follow(settings, of);
      await saveMessage(of.inside, streamer.id, 'kickLive', { content: 'x', webhook });
      await saveServerMessage(
        of.inside,
        { serverId: home, list: 'customMessages', type: 'kickLive' },
        { content: 'x', webhook },
      );
      const composition = await composedLive(streamer, of);
      expect(composition).toMatchObject(
        of === world
          ? { identity: { username: 'Herald of Ada', avatarUrl: null }, publish: true, thread: 'Night shift' }
          : { identity: null, publish: false, thread: 'Night shift' },
      );
      const { rows } = await of.db.execute<{ lane: string }>(sql`select lane from deliveries`);
      expect(rows).toEqual([{ lane: of === world ? 'webhook' : 'bot' }]);
    }
  });

  it('the button, only below a message that pings the role that it gives', async () => {
    const streamer = await follow({
      showNotifyButton: true,
      pingRoleId: fans,
      builtInClipsEnabled: true,
      builtInClipsChannelId: clips,
    });
    expect(JSON.stringify(payloadOf(await composedLive(streamer))?.components)).toContain('notify-me');
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    await storeVideo(clip);
    const { components } = payloadOf(await composed(videoKey(streamer.id, clip))) ?? {};
    expect(JSON.stringify(components)).not.toContain('notify-me');
  });
});

const clip: Video = {
  platform: 'kick',
  channelId: ada.id,
  id: 'clip-1',
  kind: 'clip',
  title: 'What a move',
  description: null,
  url: 'https://kick.com/ada/clips/clip-1',
  thumbnailUrl: null,
  publishedAt: new Date('2026-01-15T12:00:00Z'),
  durationSeconds: 30,
  category: 'Chess',
  views: 4,
  streamId: null,
  clipper: { name: 'thumb', roles: ['mod'] },
};
const storeVideo = async (video: Video) => {
  const { platform, channelId, id, kind, publishedAt, ...data } = video;
  await world.db.execute(sql`
    insert into videos (platform, video_id, kind, channel_id, published_at, seen_at, is_news, data)
    values (${platform}, ${id}, ${kind}, ${channelId}, ${publishedAt.toISOString()}, ${publishedAt.toISOString()}, true,
            ${JSON.stringify(data)}::jsonb)`);
};
const reasons = async () =>
  (await world.db.execute<{ reason: string | null }>(sql`select reason from deliveries`)).rows.map((row) => row.reason);

describe('clips and recordings', () => {
  const settings = { builtInClipsEnabled: true, builtInClipsChannelId: clips, builtInClipsPingRoleId: fans };
  it('are posted once, in their own channel, with their own ping', async () => {
    const streamer = await follow(settings);
    await storeVideo(clip);
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    expect(await reasons()).toEqual([null]);
    expect(await findDelivery(world.db, videoKey(streamer.id, clip))).toMatchObject({ kind: 'clip', channelId: clips });
    const payload = payloadOf(await composed(videoKey(streamer.id, clip)));
    expect(payload).toMatchObject({
      content: `<@&${fans}> A new clip of **Ada**`,
      allowed_mentions: { roles: [fans] },
    });
    expect(payload?.embeds?.[0]?.title).toBe('What a move');
  });

  it.each([
    [['mod'], false, null],
    [['vip', 'mod'], false, null],
    [['vip', 'mod'], true, 'filter'],
    [['broadcaster'], false, 'filter'],
  ] as const)('of %j (all: %j) only: %s', async (clipperCategories, clipperNeedsAllCategories, reason) => {
    await follow({ ...settings, clipperCategories: [...clipperCategories], clipperNeedsAllCategories });
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    expect(await reasons()).toEqual([reason]);
  });

  it('and streams are in the journal by their titles, as long as these are known', async () => {
    await follow(settings);
    await storeVideo(clip);
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    await announceLive(ctxOf(world), { session: await goLive(), channel: ada });
    const subjects = async () => {
      const { rows } = await readJournal(ctxOf(world), { serverId: home });
      return Object.fromEntries(rows.map(({ kind, subject: { title, url } }) => [kind, { title, url }]));
    };
    expect(await subjects()).toEqual({
      clip: { title: 'What a move', url: clip.url },
      live: { title: 'Night shift', url: ada.url },
    });
    await world.db.execute(sql`delete from videos`);
    expect(await subjects()).toMatchObject({ clip: { title: null, url: null } });
  });

  it('servers get only the events that they asked for', async () => {
    await follow({ vodsChannelId: null });
    await announceVideo(ctxOf(world), { video: clip, channel: ada });
    await announceVideo(ctxOf(world), { video: { ...clip, kind: 'vod' }, channel: ada });
    await announceVideo(ctxOf(world), { video: { ...clip, kind: 'upload' }, channel: ada });
    expect(await reasons()).toEqual([]);
  });

  it('a recording is linked in the end card of its stream, now or when the end card is posted', async () => {
    const streamer = await follow();
    const session = await goLive();
    const key = liveKey(streamer.id, session.id);
    await announceLive(ctxOf(world), { session, channel: ada });
    while ((await sendDue(ctxOf(world))) > 0);
    const recording: Video = {
      ...clip,
      id: 'rec',
      kind: 'vod',
      streamId: '77',
      url: 'https://kick.com/ada/videos/rec',
    };
    await linkRecording(ctxOf(world), { video: recording, channel: ada });
    expect(await findDelivery(world.db, key)).toMatchObject({ state: 'posted', nextAttemptAt: null });
    await closeMessages(ctxOf(world), { session, channel: ada, grace: 5 });
    expect(JSON.stringify(payloadOf(await composed(key))?.components)).toContain(recording.url);
    while ((await sendDue(ctxOf(world))) > 0);
    await linkRecording(ctxOf(world), {
      video: { ...recording, url: 'https://kick.com/ada/videos/new' },
      channel: ada,
    });
    expect((await findDelivery(world.db, key))?.nextAttemptAt).not.toBe(null);
    expect(JSON.stringify(payloadOf(await composed(key))?.components)).toContain('videos/new');
    expect(await findDelivery(world.db, endKey(streamer.id, session.id))).toBe(null);
  });
});
