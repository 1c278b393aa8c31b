import { randomUUID } from 'node:crypto';
import { ChannelId, type OverrideBody, type QuietHours, ServerId } from '@tally/contract';
import { AppError, defineFeature, minutes } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servers } from '../servers/index.ts';
import { serverAppeared } from '../servers/service/presence.ts';
import { listRecord } from '../settings/service/record.ts';
import { getServer, updateServer } from '../settings/service/settings.ts';
import { overrides } from './index.ts';
import { changeOverride, removeOverride } from './service/change.ts';
import { tryOverrides } from './service/try.ts';
import { judgeServers, rememberVerdicts } from './service/verdicts.ts';
import { deleteEndedHolds, listEndedHolds } from './store/holds.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const other = ServerId.parse('900000000000000002');
const room = ChannelId.parse('910000000000000001');
const secondRoom = ChannelId.parse('910000000000000002');
const followed = [
  { id: 'streamer 1', platform: 'kick', channelId: 'k1', postsTo: null },
  { id: 'streamer 2', platform: 'twitch', channelId: 't1', postsTo: null },
] as const;
const notifications = defineFeature({ name: 'notifications', followedBy: async () => followed });
const discord = {
  servers: {
    channel: async () => ({ kind: 'text' }),
    channels: async () => [{ id: room, name: 'alerts', type: 0, parentId: null, position: 0, overwrites: [] }],
    get: async () => ({ id: home, roles: [] }),
  },
};

let world: TestWorld, free: TestWorld;
beforeAll(async () => {
  const features = [servers, overrides, notifications];
  world = await testWorld({ features, env: { PLANS: 'unlimited' }, discord: discord as never });
  free = await testWorld({ features, discord: discord as never });
});
afterAll(async () => {
  await world.close();
  await free.close();
});
beforeEach(async () => {
  for (const each of [world, free]) {
    await each.reset();
    const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1 } as const;
    await serverAppeared(each.ctx(), { id: home, ...seen } as never);
    await serverAppeared(each.ctx(), { id: other, ...seen } as never);
  }
});

const asAnn = (about: Partial<Parameters<TestWorld['ctx']>[0]> = {}) => world.ctx({ caller: person(ann), ...about });
const body = (priority: number, over: Partial<OverrideBody> = {}): OverrideBody => ({
  priorityOnConflict: priority,
  applyTo: [],
  query: ['slots'],
  queryIn: [],
  actions: [],
  ...over,
});
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );
const shown = async () => (await getServer(asAnn(), home)).notificationOverrides;
const words = (over: Partial<Parameters<typeof judgeServers>[1]['words']> = {}) => ({
  platform: 'kick' as const,
  title: 'Slots tonight',
  category: 'Casino',
  description: null,
  ...over,
});

describe('overrides of a server', () => {
  it('are saved, replaced, moved to another priority and removed', async () => {
    await changeOverride(asAnn(), home, {
      body: body(5, { query: ['slots'], actions: ['cancel'], durationMinutes: 30 }),
    });
    await changeOverride(asAnn(), home, { body: body(9, { applyTo: ['twitch'], query: [], overrideChannelId: room }) });
    await changeOverride(asAnn(), home, { body: body(5, { query: ['poker'], actions: ['cancel'] }) });
    expect(await shown()).toMatchObject([
      { priorityOnConflict: 9, overrideChannelId: room, durationMinutes: null },
      // Fields that were not sent stay unchanged.
      { priorityOnConflict: 5, query: ['poker'], durationMinutes: 30 },
    ]);
    await changeOverride(asAnn(), home, { body: body(12, { query: ['poker'] }), which: 5 });
    expect((await shown()).map((each) => each.priorityOnConflict)).toEqual([12, 9]);
    await removeOverride(asAnn(), home, { priority: 9 });
    expect((await shown()).map((each) => each.priorityOnConflict)).toEqual([12]);
    expect(await refusal(removeOverride(asAnn(), home, { priority: 9 }))).toEqual(['overrideNotFound']);
    expect((await getServer(asAnn(), other)).notificationOverrides).toEqual([]);
  });

  it('never share a priority', async () => {
    await changeOverride(asAnn(), home, { body: body(1) });
    await changeOverride(asAnn(), home, { body: body(2) });
    expect(await refusal(changeOverride(asAnn(), home, { body: body(2), which: 1 }))).toEqual(['priorityTaken']);
    expect(await refusal(changeOverride(asAnn(), home, { body: body(2), which: 7 }))).toEqual(['overrideNotFound']);
    const twice = { notificationOverrides: [body(4), body(4)] };
    expect(await refusal(updateServer(asAnn(), home, twice))).toEqual(['priorityTaken']);
  });

  it('are in the record of changes, with their author', async () => {
    await changeOverride(asAnn(), home, { body: body(5, { query: ['slots'] }) });
    await changeOverride(asAnn(), home, { body: body(5, { query: ['slots'] }) });
    await removeOverride(asAnn(), home, { priority: 5 });
    const { list } = await listRecord(asAnn(), home, {});
    const common = { what: 'notificationOverrides', subject: { kind: 'priority', value: '5' }, userId: ann };
    expect(list).toMatchObject(['removed', 'added'].map((action) => ({ ...common, action })));
    expect(list[1]?.fields).toContainEqual({ field: 'query', before: null, after: ['slots'] });
  });

  it('are refused without a condition, or with both cancel and publish', async () => {
    const all = body(1, { query: [], actions: ['cancel', 'autoPublish'] });
    expect(await refusal(changeOverride(asAnn(), home, { body: all }))).toEqual([
      'invalidFields',
      'query: enter at least one word, or choose a platform. Otherwise the rule would apply to every stream.',
      'actions: a message cannot be both canceled and published. Choose one.',
    ]);
  });

  it('are refused with the field and the reason where they could never work', async () => {
    const query = ['fine', '/(a/', '**', '/.{1000}a.{1000}/', '/a/x'];
    expect(await refusal(changeOverride(asAnn(), home, { body: body(1, { query }) }))).toEqual([
      'invalidFields',
      expect.stringContaining('query.1: “/(a/”: a bracket “(” is never closed.'),
      expect.stringMatching(/^query\.2: “\*\*” contains no word/),
      expect.stringMatching(/^query\.3: .*too large/),
      expect.stringMatching(/^query\.4: .*not “x”/),
    ]);
    const inArabic = changeOverride(asAnn({ locale: 'ar-SA' }), home, { body: body(1, { query: ['*'] }) });
    expect(await refusal(inArabic)).toEqual(['invalidFields', expect.stringContaining('لا تحتوي')]);
    const both = changeOverride(asAnn(), home, { body: body(1, { actions: ['autoPublish', 'dontPublish'] }) });
    expect(await refusal(both)).toEqual(['invalidFields', expect.stringContaining('actions')]);
    const rings = { body: body(1, { actions: ['dontPing'], overridePingRoleId: room as never }) };
    expect(String(await refusal(changeOverride(asAnn(), home, rings)))).toContain('both ping a role and ping no one');
    const foreign = changeOverride(asAnn(), home, { body: body(1, { overrideChannelId: secondRoom }) });
    expect(await refusal(foreign)).toEqual(['invalidFields', expect.stringContaining('overrideChannelId')]);
    const role = { overridePingRoleId: '920000000000000001' as never };
    expect(String(await refusal(changeOverride(asAnn(), home, { body: body(1, role) })))).toContain(
      'overridePingRoleId',
    );
    expect(await shown()).toEqual([]);
  });

  it('are limited by the plan; those beyond a smaller plan are paused, newest first', async () => {
    const ctx = free.ctx({ caller: person(ann) });
    await changeOverride(ctx, home, { body: body(1, { query: ['slots'], actions: ['cancel'] }) });
    expect(await refusal(changeOverride(ctx, home, { body: body(2) }))).toEqual(['planLimit']);
    expect(await refusal(updateServer(ctx, home, { notificationOverrides: [body(1), body(2)] }))).toEqual([
      'planLimit',
    ]);
    await changeOverride(ctx, home, { body: body(1, { query: ['casino'], actions: ['cancel'] }) });
    const paid = changeOverride(ctx, home, { body: body(1, { actions: ['autoPublish'] }) });
    expect(await refusal(paid)).toEqual(['premiumRequired']);

    const lapsed = { ...ctx, config: { ...ctx.config, PLANS: 'unlimited' as const } };
    free.clock.move(minutes(1));
    await changeOverride(lapsed, home, { body: body(9, { overrideChannelId: room }) });
    const ask = { serverIds: [home], words: words(), sessionId: null };
    expect((await judgeServers(lapsed, ask))(home).decision?.priority).toBe(9);
    expect((await judgeServers(ctx, ask))(home).decision?.priority).toBe(1);
    expect((await getServer(ctx, home)).notificationOverrides).toHaveLength(2);
    // Sends back what the client received.
    await updateServer(ctx, home, { notificationOverrides: (await getServer(ctx, home)).notificationOverrides });
  });

  it('travel with the server, and go with it', async () => {
    const quietHours = { timeZone: 'Europe/Berlin', from: '22:00', until: '07:00' };
    const list = { notificationOverrides: [body(3), body(4)] };
    await updateServer(asAnn(), home, { ...list, ignoreIfNotCatchedByOverride: true, quietHours });
    expect(await getServer(asAnn(), home)).toMatchObject({
      notificationOverrides: [{ priorityOnConflict: 4 }, { priorityOnConflict: 3 }],
      ignoreIfNotCatchedByOverride: true,
      quietHours: { ...quietHours, enabled: true, mode: 'skip' },
    });
    await updateServer(asAnn(), home, { quietHours: { mode: 'digest' }, notificationOverrides: [body(4)] });
    expect(await getServer(asAnn(), home)).toMatchObject({
      notificationOverrides: [{ priorityOnConflict: 4 }],
      quietHours: { ...quietHours, mode: 'digest' },
    });
    await updateServer(asAnn(), home, { quietHours: null });
    expect((await getServer(asAnn(), home)).quietHours).toBeNull();
    await overrides.forgetServer(asAnn(), home);
    expect(await getServer(asAnn(), home)).toMatchObject({
      notificationOverrides: [],
      ignoreIfNotCatchedByOverride: null,
    });
  });

  it('refuses impossible quiet hours', async () => {
    const save = (quietHours: Partial<QuietHours>) => refusal(updateServer(asAnn(), home, { quietHours }));
    const times = { from: '22:00', until: '07:00' };
    expect(await save({ timeZone: 'UTC' })).toEqual([
      'invalidFields',
      'quietHours.from: is missing',
      'quietHours.until: is missing',
    ]);
    expect(await save({ ...times, timeZone: 'Europe/Atlantis' })).toEqual([
      'invalidFields',
      expect.stringContaining('quietHours.timeZone'),
    ]);
    expect(await save({ timeZone: 'UTC', from: '07:00', until: '07:00' })).toEqual([
      'invalidFields',
      expect.stringContaining('quietHours.until'),
    ]);
  });
});

describe('the verdicts over many servers', () => {
  it('belong to one server each, and are remembered for as long as the decision holds', async () => {
    await changeOverride(asAnn(), home, {
      body: body(5, { query: ['slots'], actions: ['cancel'], durationMinutes: 30 }),
    });
    await updateServer(asAnn(), other, { ignoreIfNotCatchedByOverride: true });
    const sessionId = randomUUID();
    const ask = async (about = words()) =>
      await judgeServers(asAnn(), { serverIds: [home, other], words: about, sessionId });
    const first = await ask();
    expect([first(home).skip, first(other).skip]).toEqual(['override', 'onlyOverrides']);
    const made = [home, other].map((serverId) => ({ serverId, verdict: first(serverId) }));
    await world.db.transaction((tx) => rememberVerdicts(tx, sessionId, made));
    await world.db.transaction((tx) => rememberVerdicts(tx, sessionId, made));

    const changed = words({ title: 'Chess', category: 'Chess' });
    expect((await ask(changed))(home).skip).toBe('override');
    expect(await listEndedHolds(world.db, world.clock.now(), 10)).toEqual([]);
    world.clock.move(minutes(30));
    expect((await ask(changed))(home).skip).toBeNull();
    expect(await listEndedHolds(world.db, world.clock.now(), 10)).toEqual([{ serverId: home, sessionId }]);
    await deleteEndedHolds(world.db, sessionId, [other], world.clock.now());
    expect(await listEndedHolds(world.db, world.clock.now(), 10)).toHaveLength(1);
    await deleteEndedHolds(world.db, sessionId, [home], world.clock.now());
    expect(await listEndedHolds(world.db, world.clock.now(), 10)).toEqual([]);
  });

  it('take as many queries for a thousand servers as for one', async () => {
    const asked = async (serverIds: ServerId[]) => {
      let selects = 0;
      const db = new Proxy(world.db, {
        get(target, name, receiver) {
          if (name === 'select') selects += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      });
      const verdicts = await judgeServers({ ...asAnn(), db }, { serverIds, words: words(), sessionId: randomUUID() });
      expect(serverIds.map((serverId) => verdicts(serverId).skip)).toEqual(serverIds.map(() => null));
      return selects;
    };
    const many = Array.from({ length: 1000 }, (_, place) =>
      ServerId.parse(String(930000000000000000n + BigInt(place))),
    );
    expect(await asked(many)).toBe(await asked([home]));
  });
});

describe('trying overrides', () => {
  it('shows their effect on the last twenty streams of followed creators', async () => {
    for (const [platform, channelId, name] of [
      ['kick', 'k1', 'ann'],
      ['twitch', 't1', 'bob'],
      ['kick', 'k2', 'stranger'],
    ] as const) {
      await world.db.execute(
        `insert into channels (platform, channel_id, name, display_name, url, refreshed_at) values ('${platform}', '${channelId}', '${name}', '${name.toUpperCase()}', 'https://x.test', now())`,
      );
      for (let place = 0; place < 15; place += 1) {
        const title = place === 0 ? 'SLOTS all night' : `stream ${place}`;
        await world.db.execute(
          `insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, ended_at, url, details) values ('${randomUUID()}', '${platform}', '${channelId}', now() - interval '${place} days', now(), now(), now(), 'https://x.test', '{"title":"${title}","category":null}')`,
        );
      }
    }
    const trials = await tryOverrides(asAnn(), home, [
      body(1, { applyTo: ['twitch'], query: [] }),
      body(2, { query: ['slots'], actions: ['cancel'] }),
    ]);
    const who = new Set(trials.map((each) => `${each.streamerUserName} ${each.displayName}`));
    expect([trials.length, who]).toEqual([20, new Set(['ann ANN', 'bob BOB'])]);
    const cancelled = { winner: 2, actions: ['cancel'], matched: { query: 'slots', queryIn: 'title' } };
    expect(trials.slice(0, 2)).toEqual([expect.objectContaining(cancelled), expect.objectContaining(cancelled)]);
    const others = trials.slice(2).map((trial) => [trial.platform, trial.winner, trial.matched]);
    expect(new Set(others.map(String))).toEqual(new Set(['twitch,1,', 'kick,,']));
    expect(await shown()).toEqual([]);
  });

  it('explains an invalid one', async () =>
    expect(await refusal(tryOverrides(asAnn(), home, [body(1), body(2, { query: ['/(/'] })]))).toEqual([
      'invalidFields',
      expect.stringMatching(/^overrides\.1\.query\.0/),
    ]));
});
