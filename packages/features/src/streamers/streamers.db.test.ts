import { randomUUID } from 'node:crypto';
import { ChannelId, type Platform, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { AppError, type Channel, defineFeature } from '@tally/kernel';
import { type Delivered, intend } from '@tally/pipeline/delivery';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listTrouble } from '../error-logs/service.ts';
import { readJournal } from '../journal/service/read.ts';
import { notifications } from '../notifications/index.ts';
import { settleDeliveries } from '../notifications/service/announce/settle.ts';
import { free } from '../servers/service/plan.ts';
import { platformOf } from './service/address.ts';
import { applyPlan } from './service/apply-plan.ts';
import { changeStreamer, removeStreamer } from './service/change-streamer.ts';
import { readList } from './service/read.ts';
import { renameStreamers } from './service/rename.ts';
import { insertStreamer, listStreamersOf } from './store/streamers.ts';
import type { StreamerRow } from './tables.ts';

const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');
const plan = { limit: 3, ceiling: 5 };
const premium = defineFeature({
  name: 'premium',
  serverPlans: async (_ctx, serverIds) =>
    new Map(
      serverIds.map((id) => [
        id,
        { ...free, graceCeiling: plan.ceiling, limits: { ...free.limits, maxKickConnections: plan.limit } },
      ]),
    ),
});

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [premium, notifications] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  Object.assign(plan, { limit: 3, ceiling: 5 });
});

const ctx = () => ({ ...world.ctx(), platforms: fakePlatforms({}) });

async function follow(name: string, change: Partial<StreamerRow> = {}): Promise<StreamerRow> {
  world.clock.move(1_000);
  const now = world.clock.now();
  const row = { platform: 'kick' as Platform, channelId: name, settings: { notificationChannelId: room } };
  return await insertStreamer(world.inside, {
    id: randomUUID(),
    serverId: home,
    name,
    addedAt: now,
    changedAt: now,
    ...row,
    ...change,
  });
}
const states = async () =>
  Object.fromEntries((await listStreamersOf(world.db, home)).map((row) => [row.name, row.pauseReason]));
const troubles = async () => (await listTrouble(ctx(), home)).map((row) => row.message);
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a plan with lower limits', () => {
  it('pauses the newest first, reports it once, and resumes them when there is room again', async () => {
    for (const name of ['ada', 'bob', 'cleo']) await follow(name);
    await follow('dan', { platform: 'twitch' });
    plan.limit = 1;
    await applyPlan(ctx(), home);
    await applyPlan(ctx(), home);
    expect(await states()).toEqual({ ada: null, bob: 'planLimit', cleo: 'planLimit', dan: null });
    expect((await troubles()).toSorted()).toEqual([
      'The plan of this server allows 1, so this is paused: bob.',
      'The plan of this server allows 1, so this is paused: cleo.',
    ]);
    plan.limit = 2;
    await applyPlan(ctx(), home);
    expect(await states()).toMatchObject({ bob: null, cleo: 'planLimit' });
  });

  it('gives the place of a removed streamer to the next', async () => {
    for (const name of ['ada', 'bob']) await follow(name);
    plan.limit = 1;
    await applyPlan(ctx(), home);
    await removeStreamer(ctx(), { serverId: home, platform: 'kick', name: 'ada' });
    expect(await states()).toEqual({ bob: null });
  });

  it('cannot be bypassed by a change of settings', async () => {
    await follow('ada', { pauseReason: 'planLimit' });
    await follow('bob', { pauseReason: 'permissions' });
    for (const name of ['ada', 'bob']) {
      await changeStreamer(ctx(), { serverId: home, platform: 'kick', name }, { body: { editOnChange: false } });
    }
    expect(await states()).toEqual({ ada: 'planLimit', bob: null });
  });

  it('judges only the new part of a change', async () => {
    await follow('ada', { settings: { notificationChannelId: room, offlineGraceMinutes: 15, deleteEmbeds: true } });
    const change = (body: object) =>
      refusal(changeStreamer(ctx(), { serverId: home, platform: 'kick', name: 'ada' }, { body }));
    expect(await change({ offlineGraceMinutes: 15, deleteEmbeds: true, editOnChange: false })).toBe(null);
    expect(await change({ offlineGraceMinutes: 10 })).toBe('graceCeiling');
    expect(await change({ sendOfflineMessage: false })).toBe('premiumRequired');
  });
});

describe('two people who edit one streamer', () => {
  const ada = { serverId: home, platform: 'kick', name: 'ada' } as const;

  it('both keep their changes if the fields differ', async () => {
    await follow('ada');
    await Promise.all([
      changeStreamer(ctx(), ada, { body: { editOnChange: false } }),
      changeStreamer(ctx(), ada, { body: { sendOfflineMessage: true } }),
    ]);
    const [row] = await listStreamersOf(world.db, home);
    expect(row?.settings).toMatchObject({ editOnChange: false, sendOfflineMessage: true });
  });

  it('one who saves while the other removes only learns that it is gone', async () => {
    await follow('ada');
    const [, saved] = await Promise.all([
      removeStreamer(ctx(), ada),
      refusal(changeStreamer(ctx(), ada, { body: { editOnChange: false } })),
    ]);
    // Either outcome is fine: the change was saved in time, or the streamer was already gone.
    expect([null, 'streamerNotFound']).toContain(saved);
    expect(await listStreamersOf(world.db, home)).toEqual([]);
  });
});

describe('a deleted channel', () => {
  it('pauses a creator once, and counts once, however many messages fail there at the same time', async () => {
    const ada = await follow('ada');
    const failed = (kind: string) =>
      ({
        id: randomUUID(),
        kind,
        owner: 'notifications',
        subject: ada.id,
        serverId: home,
        channelId: room,
        state: 'failed',
        reason: 'unknownChannel',
      }) as Delivered;
    await Promise.all(['live', 'upload', 'clip'].map((kind) => settleDeliveries(ctx(), [failed(kind)])));
    expect(await states()).toEqual({ ada: 'channelGone' });
    expect(await listTrouble(ctx(), home)).toMatchObject([{ reason: 'unknownChannel', count: 1 }]);
  });
});

describe('a creator whose display name differs from the address', () => {
  it('has this name in the error log and among the names of a server', async () => {
    await world.db.execute(sql`
      insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
      values ('kick', '1', 'gm_42', 'Grace', '', now())`);
    const grace = await follow('gm_42', { channelId: '1' });
    const ada = await follow('ada');
    const ended = { kind: 'live', owner: 'notifications', state: 'failed', reason: 'streamEndedFirst', serverId: home };
    await settleDeliveries(
      ctx(),
      [grace, ada].map(({ id }) => ({ ...ended, id: randomUUID(), subject: id }) as Delivered & typeof ended),
    );
    expect((await troubles()).toSorted()).toEqual([
      expect.stringMatching(/^Grace’s stream ended/),
      expect.stringMatching(/^ada’s stream ended/),
    ]);
    const { streamers } = await readList(ctx(), { serverId: home, platform: 'kick', isShort: true });
    expect(streamers.map((each) => [each.streamerUserName, each.displayName])).toEqual([
      ['ada', 'ada'],
      ['gm_42', 'Grace'],
    ]);
  });
});

describe('a creator who changed their name', () => {
  const renamed = (id: string, name: string): Channel => ({
    platform: 'kick',
    id,
    name,
    displayName: name,
    avatarUrl: null,
    followers: null,
    url: `https://kick.com/${name}`,
  });

  it('is followed under the new name, and servers are notified once', async () => {
    await follow('ada', { channelId: '1' });
    const event = { channel: renamed('1', 'countess'), formerName: 'ada' };
    await renameStreamers(ctx(), event);
    await renameStreamers(ctx(), event);
    expect(await states()).toEqual({ countess: null });
    expect(await troubles()).toEqual(['ada is now called countess on kick.']);
  });

  /** Detection has the new name before the event is sent. */
  const rename = async (id: string, formerName: string, name: string) => {
    await world.db.execute(sql`
      insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
      values ('kick', ${id}, ${name}, ${name}, '', now())
      on conflict (platform, channel_id) do update set name = excluded.name`);
    await renameStreamers(ctx(), { channel: renamed(id, name), formerName });
  };
  const names = async () =>
    Object.fromEntries((await listStreamersOf(world.db, home)).map((row) => [row.channelId, row.name]));

  it('may take the former name of another creator, once that one has a new name', async () => {
    await follow('ada', { channelId: '1' });
    await follow('bob', { channelId: '2' });
    await rename('1', 'ada', 'bob');
    expect(await names()).toEqual({ 1: 'ada', 2: 'bob' });
    expect(world.queued, 'the other is asked about by the id, at once').toMatchObject([
      { name: 'detection/look', data: { platform: 'kick', channelId: '2', isNameWanted: true } },
    ]);
    await rename('2', 'bob', 'rob');
    expect(await names()).toEqual({ 1: 'bob', 2: 'rob' });
    expect(await troubles()).toEqual(['ada is now called bob on kick.', 'bob is now called rob on kick.']);
  });

  it('may swap names with another', async () => {
    await follow('ada', { channelId: '1' });
    await follow('bob', { channelId: '2' });
    await rename('1', 'ada', 'bob');
    await rename('2', 'bob', 'ada');
    expect(await names()).toEqual({ 1: 'bob', 2: 'ada' });
  });
});

describe('on Rumble', () => {
  it('a user and a channel may share one name', async () => {
    const at = { platform: 'rumble', name: 'ada' } as const;
    await follow('ada', { ...at, channelId: 'user/ada' });
    await follow('ada', { ...at, channelId: 'c/ada' });
    await removeStreamer(ctx(), { serverId: home, platform: 'rumble', name: 'user/ADA' });
    expect((await listStreamersOf(world.db, home)).map((row) => row.channelId)).toEqual(['c/ada']);
  });
});

describe('the journal', () => {
  it('is filtered before it is cut into pages', async () => {
    const [ada, bob] = [await follow('ada'), await follow('bob', { platform: 'twitch' })];
    const now = world.clock.now();
    const row = (streamer: StreamerRow, number: number, skip: boolean) => ({
      dedupeKey: `test ${streamer.name} ${number}`,
      owner: 'notifications',
      serverId: home,
      subject: streamer.id,
      kind: number % 2 === 0 ? 'live' : 'video',
      channelId: room,
      detectedAt: now,
      giveUpAt: now,
      skip: skip ? ('cooldown' as const) : undefined,
    });
    const rows = Array.from({ length: 6 }, (_, number) => [row(ada, number, number < 2), row(bob, number, false)]);
    await intend(ctx(), world.db, rows.flat());
    const read = async (query: object) => await readJournal(ctx(), { serverId: home, ...query });
    expect((await read({ outcomes: ['skipped'], limit: 2 })).rows.map((each) => each.outcome)).toEqual([
      'skipped',
      'skipped',
    ]);
    expect((await read({ outcomes: ['skipped'], limit: 2 })).nextCursor).toBe(null);
    expect((await read({ outcomes: ['underway'] })).rows).toHaveLength(10);
    expect((await read({ outcomes: ['posted', 'late'] })).rows).toHaveLength(0);
    expect((await read({ subjects: [bob.id], kinds: ['video'] })).rows).toHaveLength(3);
    expect((await read({ subjects: [] })).rows).toEqual([]);
  });
});

describe('a platform with problems', () => {
  const definitions = [{ id: 'rumble', name: 'Rumble', capabilities: ['clips', 'vods', 'followers', 'auditLog'] }];
  const asked = () => ({ ...ctx(), platforms: fakePlatforms({ rumble: { stream: {} } }, definitions) });
  const list = { serverId: home, platform: 'rumble' as Platform, isShort: true };

  it('has a note in its list that news may be late, once most of it has been silent for minutes', async () => {
    expect(await readList(asked(), list)).toMatchObject({ isAvailable: true, isDegraded: false });
    await world.db.execute(sql`insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, trouble_since, trouble_reason)
      values ('rumble', 'c/ada', 'ada', 'Ada', 'https://rumble.com/c/ada', now(), now(), ${new Date(world.clock.now().getTime() - 600_000).toISOString()}::timestamptz, 'block page')`);
    await world.ctx().cache.forgetPrefix('');
    expect(await readList(asked(), list)).toMatchObject({ isAvailable: true, isDegraded: true });
  });

  it('lists only its current capabilities: a switched-off source has no call', async () => {
    expect(await readList(asked(), list)).toMatchObject({
      capabilities: { clips: false, vods: false, followers: false, auditLog: false },
    });
    const open = {
      ...asked(),
      platforms: fakePlatforms({ rumble: { stream: {}, clips: {}, followers: {} } }, definitions),
    };
    expect(await readList(open, list)).toMatchObject({ capabilities: { clips: true, vods: false, followers: true } });
  });

  it('is unavailable if it is not set up, and adding explains that', async () => {
    const off = { ...asked(), platforms: fakePlatforms({}, definitions) };
    expect(await readList(off, list)).toMatchObject({ isAvailable: false });
    expect(await refusal(Promise.resolve().then(() => platformOf(off, 'rumble')))).toBe('platformOff');
  });
});
