import { randomUUID } from 'node:crypto';
import { ChannelId, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import type { Channel, StreamSession } from '@tally/kernel';
import { findDelivery, sendDue } from '@tally/pipeline/delivery';
import { asSession, findSession, watch } from '@tally/pipeline/detection';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachFollowerPage, type StreamerRow } from '../streamers/index.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { notifications } from './index.ts';
import { liveKey } from './match/single.ts';
import { announceLive } from './service/announce/announce-live.ts';
import { linkRecording } from './service/announce/link-recording.ts';
import { closeMessages, refreshMessages } from './service/announce/refresh-and-close.ts';

const ada: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: 3,
  url: 'https://kick.com/ada',
};
const serverOf = (index: number) => ServerId.parse(String(100_000_000_000_000_000n + BigInt(index)));
const roomOf = (index: number) => ChannelId.parse(String(200_000_000_000_000_000n + BigInt(index)));

interface Sent {
  readonly channelId: string;
  readonly payload: { readonly content?: string; readonly embeds?: readonly { readonly title?: string }[] };
}
const sent: Sent[] = [];
const edited: Sent[] = [];

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [notifications],
    env: { PLANS: 'unlimited' },
    discord: {
      messages: {
        create: async (message: Sent) => {
          sent.push(message);
          return { id: String(300_000_000_000_000_000n + BigInt(sent.length)) };
        },
        edit: async (message: Sent) => void edited.push(message),
        delete: async () => undefined,
      },
    } as never,
  });
});
afterAll(() => world.close());

const ctx = () => ({
  ...world.ctx(),
  platforms: fakePlatforms({}, [{ id: 'kick', name: 'Kick', colour: '#53fc18' }]),
});
let session: StreamSession;

async function follow(count: number, settings: StreamerRow['settings'] = {}, from = 0) {
  const now = world.clock.now();
  for (let index = from; index < from + count; index += 1) {
    await insertStreamer(world.inside, {
      id: randomUUID(),
      serverId: serverOf(index),
      platform: 'kick',
      channelId: ada.id,
      name: ada.name,
      settings: { notificationChannelId: roomOf(index), ...settings },
      addedAt: now,
      changedAt: now,
    });
  }
}

/** Stores a live stream as detection would. */
async function goLive(): Promise<StreamSession> {
  const id = randomUUID();
  const details = {
    title: 'Night shift',
    category: 'Chess',
    thumbnailUrl: null,
    viewers: 5,
    language: null,
    categoryImageUrl: null,
    isMature: false,
  };
  await world.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, url, details)
    values (${id}, 'kick', ${ada.id}, ${world.clock.now().toISOString()}, ${world.clock.now().toISOString()},
            ${world.clock.now().toISOString()}, ${ada.url}, ${JSON.stringify(details)}::jsonb)`);
  const row = await findSession(world.db, id);
  if (!row) throw new Error('no session');
  return asSession(row);
}

async function endStream(): Promise<void> {
  await world.db.execute(sql`update stream_sessions set ended_at = ${world.clock.now().toISOString()}`);
}

const rows = async () =>
  (
    await world.db.execute<{
      state: string;
      reason: string | null;
      kind: string;
      wanted: string;
      about: { phase?: string };
    }>(sql`select state, reason, kind, wanted, about from deliveries order by server_id, kind`)
  ).rows;
const sendAll = async () => {
  while ((await sendDue(ctx())) > 0);
};

beforeEach(async () => {
  await world.reset();
  sent.length = 0;
  edited.length = 0;
  await watch(ctx(), world.db, { channel: ada, reason: 'notifications', holder: serverOf(0) });
  session = await goLive();
});

describe('a stream that many servers follow', () => {
  it('becomes one row each, however often the event arrives', async () => {
    await follow(7);
    await announceLive(ctx(), { session, channel: ada });
    await announceLive(ctx(), { session, channel: ada });
    expect((await rows()).map((row) => row.state)).toEqual(Array(7).fill('queued'));
    await sendAll();
    expect(sent).toHaveLength(7);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    expect(sent).toHaveLength(7);
  });

  it('loses no server when it is interrupted in the middle', async () => {
    await follow(3);
    await announceLive(ctx(), { session, channel: ada });
    await world.db.execute(sql`delete from deliveries where server_id = ${serverOf(1)}`);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    expect(sent.map((each) => each.channelId).toSorted()).toEqual([roomOf(0), roomOf(1), roomOf(2)]);
  });

  it('is read in growing pages, and no follower is skipped between two', async () => {
    await follow(8);
    const pages: string[][] = [];
    for await (const page of eachFollowerPage(ctx(), ada, { first: 1 }))
      pages.push(page.map(({ serverId }) => serverId));
    expect(pages.map((page) => page.length)).toEqual([1, 2, 4, 1]);
    expect(new Set(pages.flat()).size).toBe(8);
  });

  it('keeps a row with the reason for each message that is not posted', async () => {
    await follow(1, { paused: true });
    await follow(1, { notificationChannelId: null }, 1);
    await follow(1, {}, 2);
    await announceLive(ctx(), { session, channel: ada });
    expect((await rows()).map((row) => row.reason)).toEqual(['paused', 'noChannel', null]);
    await endStream();
    const next = await goLive();
    await announceLive(ctx(), { session: next, channel: ada });
    const [row] = (
      await world.db.execute<{ id: string }>(sql`select id from streamers where server_id = ${serverOf(2)}`)
    ).rows;
    expect(await findDelivery(world.db, liveKey(row?.id ?? '', next.id))).toMatchObject({ reason: 'cooldown' });
  });

  it('names the removed bot, and not its missing permission as well', async () => {
    await follow(2);
    await world.db.execute(sql`update streamers set pause_reason = 'permissions'`);
    await world.db.execute(sql`
      insert into servers (id, name, member_count, is_blacklisted, override_branding, version, joined_at, left_at)
      select server_id, '', 1, false, false, 1, now(), case when server_id = ${serverOf(1)} then now() end
      from streamers`);
    await announceLive(ctx(), { session, channel: ada });
    expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'missingPermission'],
      ['skipped', 'botRemoved'],
    ]);
  });

  it('shows the facts at the time of sending, not of queueing', async () => {
    await follow(1);
    await announceLive(ctx(), { session, channel: ada });
    await world.db.execute(sql`update stream_sessions set details = details || '{"title":"Later title"}'`);
    await sendAll();
    expect(sent[0]?.payload.embeds?.[0]?.title).toBe('Later title');
  });

  it('is not announced after it has ended', async () => {
    await follow(1);
    await announceLive(ctx(), { session, channel: ada });
    await endStream();
    world.clock.move(5 * 60_000);
    await sendAll();
    expect(sent).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'skipped', reason: 'streamEndedFirst' });
  });
});

describe('the end of a stream', () => {
  it('depends on the grace that each server chose', async () => {
    await follow(1, { offlineGraceMinutes: 0 });
    await follow(1, {}, 1);
    await follow(1, { offlineGraceMinutes: 15 }, 2);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await endStream();
    const over = async (grace: 0 | 5 | 10 | 15) => {
      await closeMessages(ctx(), { session, channel: ada, grace });
      return (await rows()).map((row) => row.about.phase ?? 'live');
    };
    expect(await over(0)).toEqual(['end', 'live', 'live']);
    expect(await over(5)).toEqual(['end', 'end', 'live']);
    expect(await over(10)).toEqual(['end', 'end', 'live']);
    expect(await over(15)).toEqual(['end', 'end', 'end']);
  });

  it('becomes what each server chose', async () => {
    for (const [index, onEnd] of (['leave', 'endCard', 'delete', 'post', 'deleteAndPost'] as const).entries()) {
      await follow(1, { onEnd }, index);
    }
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await endStream();
    world.clock.move(5 * 60_000);
    await closeMessages(ctx(), { session, channel: ada, grace: 5 });
    await closeMessages(ctx(), { session, channel: ada, grace: 5 });
    await sendAll();
    expect((await rows()).map((row) => `${row.kind} ${row.state}`)).toEqual([
      'live posted',
      'live edited',
      'live removed',
      'end posted',
      'live posted',
      'end posted',
      'live removed',
    ]);
  });

  it('comes with the longest grace if an owner chose a shorter one during the silence', async () => {
    await follow(1, { offlineGraceMinutes: 10 });
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await endStream();
    for (const grace of [0, 5] as const) await closeMessages(ctx(), { session, channel: ada, grace });
    await world.db.execute(sql`update streamers set settings = settings || '{"offlineGraceMinutes":5}'`);
    await closeMessages(ctx(), { session, channel: ada, grace: 10 });
    expect((await rows()).map(({ about }) => about.phase)).toEqual([undefined]);
    await closeMessages(ctx(), { session, channel: ada, grace: 15 });
    expect((await rows()).map(({ about }) => about.phase)).toEqual(['end']);
  });

  it('by mistake is reverted on the card, even in servers that want no edits', async () => {
    await follow(1, { editOnChange: false });
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await closeMessages(ctx(), { session, channel: ada, grace: 5 });
    await sendAll();
    await refreshMessages(ctx(), { session, channel: ada });
    await sendAll();
    expect(edited).toHaveLength(2);
    await refreshMessages(ctx(), { session, channel: ada });
    await sendAll();
    expect(edited).toHaveLength(2);
  });
});

describe('another stream, after servers with the grace 0 were notified of the end', () => {
  let next: StreamSession;
  let strand: readonly string[];
  const about = { channel: ada, part: { graces: [0], strand: [] as readonly string[] } } as const;
  beforeEach(async () => {
    await follow(1, { offlineGraceMinutes: 0, customCoolDownBeforeNextLive: 30 });
    await follow(1, { offlineGraceMinutes: 10, customCoolDownBeforeNextLive: 30 }, 1);
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    world.clock.move(60 * 60_000);
    await world.db.execute(
      sql`update stream_sessions set ended_at = ${world.clock.now().toISOString()}, grace_told = 0`,
    );
    next = await goLive();
    await world.db.execute(sql`update stream_sessions set continued_by = ${next.id} where id = ${session.id}`);
    await world.db.execute(sql`update stream_sessions set longest_grace = 0 where id = ${next.id}`);
    strand = [session.id, next.id];
  });
  const begin = () =>
    notifications.platform?.(ctx(), { ...about, kind: 'live', session: next, part: { graces: [0], strand } });
  const endOfFormer = () =>
    notifications.platform?.(ctx(), {
      ...about,
      kind: 'end',
      grace: 0,
      session,
      part: { graces: [0], strand: [session.id] },
    });
  const continueFormer = () =>
    notifications.platform?.(ctx(), {
      kind: 'update',
      channel: ada,
      session: { ...session, endedAt: null },
      part: { graces: [5, 10, 15], strand },
    });

  it.each([
    ['in their order', [endOfFormer, continueFormer, begin]],
    ['the end last', [continueFormer, begin, endOfFormer]],
    ['the start first, and everything twice', [begin, begin, endOfFormer, endOfFormer, continueFormer, continueFormer]],
  ])('is one new message for them and none for the others, in this order of events: %s', async (_, news) => {
    for (const tell of news) await tell();
    await sendAll();
    expect(sent.map(({ channelId }) => channelId).toSorted()).toEqual([roomOf(0), roomOf(0), roomOf(1)]);
    const shown = (await rows()).map(({ state, about: { phase = 'live' } }) => `${state} ${phase}`);
    expect(shown.toSorted()).toEqual(['edited end', 'edited live', 'posted live']);
    expect(edited.filter(({ channelId }) => channelId === roomOf(0))).toHaveLength(1);
  });

  it('ends under the id that each server knows', async () => {
    for (const tell of [endOfFormer, continueFormer, begin]) await tell();
    await world.db.execute(sql`
      update stream_sessions set ended_at = ${world.clock.now().toISOString()}, grace_told = 15 where id = ${next.id}`);
    for (const grace of [0, 5, 10, 15] as const) {
      const known = grace === 0 ? next : session;
      await notifications.platform?.(ctx(), {
        kind: 'end',
        grace,
        session: { ...known, endedAt: world.clock.now() },
        channel: ada,
        part: { graces: [grace], strand },
      });
    }
    await sendAll();
    expect((await rows()).map(({ about: { phase } }) => phase)).toEqual(['end', 'end', 'end']);
  });

  it('has its recording linked in the message that each server knows', async () => {
    for (const tell of [endOfFormer, continueFormer, begin]) await tell();
    await endStream();
    const video = {
      platform: 'kick',
      channelId: ada.id,
      id: 'v',
      kind: 'vod',
      url: 'https://kick.com/v',
      streamId: null,
    };
    await linkRecording(ctx(), { video: { ...video, publishedAt: world.clock.now() } as never, channel: ada });
    const linked = await world.db.execute(sql`
      select server_id, session_id from deliveries where about ->> 'vodUrl' is not null order by server_id`);
    expect(linked.rows).toEqual([
      { server_id: serverOf(0), session_id: next.id },
      { server_id: serverOf(1), session_id: session.id },
    ]);
  });

  it('does not reopen the old message of a server that has chosen a longer grace since', async () => {
    for (const tell of [endOfFormer, continueFormer, begin]) await tell();
    await world.db.execute(sql`update streamers set settings = settings || '{"offlineGraceMinutes":10}'`);
    await continueFormer();
    expect((await rows()).filter(({ about: { phase } }) => phase === 'end')).toHaveLength(1);
  });
});

describe('a picture that is not available yet', () => {
  it('delays the message as long as the owner chose, and no longer', async () => {
    await follow(1, { thumbnailWaitSeconds: 10 });
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    expect(sent).toEqual([]);
    world.clock.move(10_000);
    await sendAll();
    expect(sent).toHaveLength(1);
  });

  it('ends the wait when it arrives', async () => {
    await follow(1, { thumbnailWaitSeconds: 30 });
    await announceLive(ctx(), { session, channel: ada });
    await sendAll();
    await world.db.execute(
      sql`update stream_sessions set details = details || '{"thumbnailUrl":"https://a.example/b.png"}'`,
    );
    world.clock.move(2_000);
    await sendAll();
    expect(sent).toHaveLength(1);
  });
});
