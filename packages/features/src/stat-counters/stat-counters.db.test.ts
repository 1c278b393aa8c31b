import { randomUUID } from 'node:crypto';
import { ChannelId, type CounterType, ServerId } from '@tally/contract';
import { AppError, defineFeature, minutes, seconds, UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorLogs } from '../error-logs/index.ts';
import { listTrouble } from '../error-logs/service.ts';
import { messageEditor } from '../message-editor/index.ts';
import { servers } from '../servers/index.ts';
import { free, unlimited } from '../servers/service/plan.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { streamers } from '../streamers/index.ts';
import { removeStreamer } from '../streamers/service/change-streamer.ts';
import { insertStreamer } from '../streamers/store/streamers.ts';
import { statCounters } from './index.ts';
import { makeCounters, previewCounters, removeCounter } from './service/change.ts';
import { readCounters } from './service/read.ts';
import { renameCounter } from './service/rename.ts';
import { callForgotten } from './service/repair.ts';
import { updateAll } from './service/update.ts';

const ann = '111111111111111111';
const home = ServerId.parse('800000000000000001');
/** The simulated channels, and Ada's number of followers. */
const chat = {
  names: new Map<string, string>(),
  next: 0n,
  refusal: null as UpstreamError | null,
  followers: 10,
  asked: 0,
};
const failure = (kind: UpstreamError['kind'], upstreamCode?: number, retryAfterMs?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', status: 400, upstreamCode, retryAfterMs });
const discord = {
  servers: {
    async createCounterChannel({ name }: { name: string }) {
      if (chat.refusal) throw chat.refusal;
      const id = ChannelId.parse(String(910_000_000_000_000_000n + chat.next++));
      chat.names.set(id, name);
      return { id };
    },
    channel: async (id: string) => {
      if (!chat.names.has(id)) throw failure('gone', 10_003);
      return { id };
    },
    async renameChannel({ channelId, name }: { channelId: string; name: string }) {
      if (chat.refusal) throw chat.refusal;
      if (!chat.names.has(channelId)) throw failure('gone', 10_003);
      chat.names.set(channelId, name);
    },
  },
}; // prettier-ignore
const bought = { plan: unlimited };
const premium = defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, bought.plan]]) });
let world: TestWorld;
beforeAll(async () => {
  const features = [servers, errorLogs, messageEditor, premium, streamers, statCounters];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  Object.assign(chat, { names: new Map(), refusal: null, followers: 10, asked: 0 });
  bought.plan = unlimited;
  const looks = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1200 };
  await serverAppeared(ctx(), { id: home, ...looks } as never);
  const now = world.clock.now();
  const row = { serverId: home, platform: 'kick', channelId: '42', name: 'ada', settings: {} } as const;
  await insertStreamer(world.inside, { id: randomUUID(), ...row, addedAt: now, changedAt: now });
});

const countFollowers = async () => {
  chat.asked += 1;
  return chat.followers;
};
const platforms = fakePlatforms({ kick: { followers: { countFollowers } } });
const ctx = () => ({ ...world.ctx({ caller: person(ann) }), platforms });
const make = async (...types: CounterType[]) =>
  await makeCounters(ctx(), home, { platform: 'kick', streamerUserName: 'ada', types });
const names = () => [...chat.names.values()];
const troubles = async () => (await listTrouble(ctx(), home)).map(({ reason }) => reason);
const refusalOf = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const only = async () => (await readCounters(ctx(), home))[0]?.channelId as ChannelId;
const count = async (followers: number) => {
  chat.followers = followers;
  await updateAll(ctx());
  return await renameCounter(ctx(), await only());
};

describe('a counter', () => {
  it('of each kind is created once, named in the server’s language, and counted together', async () => {
    expect(await make('followers', 'liveUpdates', 'members')).toMatch(/^Created <#\d+>, <#\d+>, <#\d+>/);
    expect(names()).toEqual(['Followers: 10', '⚫ ada is offline', 'Members: 1,200']);
    expect(await make('followers', 'members')).toBe('This channel already exists.');
    expect(names()).toHaveLength(3);
    chat.asked = 0;
    await updateAll(ctx());
    expect([chat.asked, world.queued.filter(({ name }) => name === 'stat-counters/rename')]).toEqual([1, []]);
  });

  it('has two renames in ten minutes, then the newest name, and no call for an unchanged one', async () => {
    await make('followers');
    expect([await count(11), await count(12), names()]).toEqual([null, null, ['Followers: 12']]);
    const again = await count(13);
    expect(again).toEqual(new Date(world.clock.now().getTime() + minutes(10)));
    world.clock.move(minutes(5));
    expect([await count(14), names()]).toEqual([again, ['Followers: 12']]);
    world.clock.move(minutes(5));
    expect([await renameCounter(ctx(), await only()), names()]).toEqual([null, ['Followers: 14']]);
    expect(await count(14)).toBeNull();
  });

  it('waits as long as Discord asks, and recovers a job lost in a crash', async () => {
    await make('followers');
    chat.refusal = failure('limited', undefined, seconds(400));
    const again = await count(11);
    expect(again).toEqual(new Date(world.clock.now().getTime() + seconds(400)));
    chat.refusal = null;
    world.clock.move(minutes(12));
    world.queued.length = 0;
    await callForgotten(ctx());
    expect(world.queued.map(({ name }) => name)).toEqual(['stat-counters/rename']);
    await renameCounter(ctx(), await only());
    expect(names()).toEqual(['Followers: 11']);
  });

  it('is previewed before it is created, and shows when its name changed', async () => {
    const preview = async (name?: string) =>
      await previewCounters(ctx(), home, name ? { platform: 'kick', streamerUserName: name } : {});
    expect(await preview()).toEqual({ members: 'Members: 1,200', followers: null, liveUpdates: null });
    expect(await preview('ada')).toMatchObject({
      followers: 'Followers: 10',
      liveUpdates: expect.stringMatching(/da/),
    });
    await make('followers');
    expect((await readCounters(ctx(), home))[0]?.renamedAt).toBeNull();
    await count(11);
    expect((await readCounters(ctx(), home))[0]?.renamedAt).toEqual(world.clock.now());
  });

  it('with a deleted channel pauses with one line in the error log, and is created again on request', async () => {
    await make('followers');
    chat.names.clear();
    await count(11);
    await count(12);
    expect([await troubles(), (await readCounters(ctx(), home))[0]?.pauseReason]).toEqual([
      ['unknownChannel'],
      'channelGone',
    ]);
    await make('followers');
    expect([names(), (await readCounters(ctx(), home)).length]).toEqual([['Followers: 12'], 1]);
  }); // prettier-ignore

  it('without the permission rests, and is tried again after an hour', async () => {
    await make('followers');
    chat.refusal = failure('denied', 50_013);
    expect([await count(11), await troubles()]).toEqual([null, ['missingPermission']]);
    chat.refusal = null;
    world.clock.move(minutes(61));
    await callForgotten(ctx());
    await renameCounter(ctx(), await only());
    expect(names()).toEqual(['Followers: 11']);
  });

  it('is refused if it cannot be counted, the plan excludes it, or Discord refuses', async () => {
    const noNumbers = { ...ctx(), platforms: fakePlatforms({}) };
    const about = { platform: 'kick', streamerUserName: 'ada', types: ['followers'] } as const;
    expect(await refusalOf(makeCounters(noNumbers, home, about))).toBe('conflict');
    expect(await refusalOf(makeCounters(ctx(), home, { platform: 'kick', types: ['followers'] }))).toBe(
      'invalidFields',
    );
    expect(await refusalOf(makeCounters(ctx(), home, { ...about, streamerUserName: 'bob' }))).toBe('streamerNotFound');
    chat.refusal = failure('denied', 50_013);
    expect(await refusalOf(make('members'))).toBe('conflict');
    bought.plan = { ...free, bitfield: 0n };
    expect(await refusalOf(make('members'))).toBe('premiumRequired');
    expect(await readCounters(ctx(), home)).toEqual([]);
  }); // prettier-ignore

  it('is deleted with its channel when it, or its streamer, is removed', async () => {
    await make('followers', 'members');
    world.queued.length = 0;
    await removeStreamer({ ...ctx() }, { serverId: home, platform: 'kick', name: 'ada' });
    await removeCounter(ctx(), home, { channelId: await only() });
    expect(await readCounters(ctx(), home)).toEqual([]);
    expect(world.queued.filter(({ name }) => name === 'stat-counters/remove-channel')).toHaveLength(2);
    expect(await refusalOf(removeCounter(ctx(), home, { channelId: ChannelId.parse('910000000000000077') }))).toBe(
      'notFound',
    );
  });
});
