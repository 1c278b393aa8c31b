import {
  type Channel,
  defineFeature,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformEvent,
  platformsOf,
  type Question,
  type Snapshot,
  type StreamDetails,
  UpstreamError,
} from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { detectionJobs, handlePush, OFFLINE_GRACE_MS, observe, sweep, unwatch, watch } from './index.ts';
import { cancelUnusedPushes, renewPushes } from './pushes/pushes.ts';
import { dispatchJobs } from './session/dispatch.ts';
import { listWatched } from './store/watches.ts';
import { tryToLead } from './sweep/lead.ts';

const channel: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: null,
  url: 'https://kick.com/ada',
};
const live = (
  title = 'Lighthouse',
  streamId: string | null = 's1',
  startedAt = new Date('2026-11-21T18:00:00Z'),
): Snapshot => ({
  state: 'live',
  channelId: '42',
  streamId,
  startedAt,
  url: channel.url,
  details: {
    title,
    category: 'Chess',
    categoryImageUrl: null,
    thumbnailUrl: null,
    viewers: 5,
    language: 'en',
    isMature: false,
  },
});
const offline: Snapshot = { state: 'offline', channelId: '42' };

let house: TestCtx;
let told: PlatformEvent[] = [];
let answer: Snapshot = offline;
let asked: string[][] = [];
let pushed: Snapshot = live();
/** The platform's response to a request for the title of a stream that has just started. */
let detailsOf: (() => Promise<StreamDetails>) | undefined;

const listener = defineFeature({
  name: 'notifications',
  platform: async (_ctx, event) => {
    told.push(event);
  },
});
const definition: PlatformDefinition = {
  id: 'kick',
  name: 'Kick',
  colour: '#53FC18',
  batchSize: 100,
  pace: {
    questionsPerMinute: 600,
    idleSeconds: 30,
    busySeconds: 10,
    peoplePerMinute: 300,
    strangersPerMinute: 60,
    lookUpsPerDay: 2_000,
  },
  creatorPageIn: () => null,
  channelNameIn: (text: string) => text,
  hosts: () => [],
  capabilities: ['live', 'titleChanges'],
  connect: () => connection,
};
const platforms = platformsOf([definition], () => connection);
const connection: PlatformConnection = {
  stream: {
    findChannel: async () => channel,
    searchChannels: async () => [],
    ask: async (questions: readonly Question[]) => {
      asked.push(questions.map(({ channelId }) => channelId));
      return questions.map(({ channelId }) => ({ snapshot: { ...answer, channelId } }));
    },
  },
  intake: {
    readPush: async () => ({
      kind: 'hint',
      hint: { platform: 'kick', messageId: 'm1', channelId: '42', occurredAt: new Date(), snapshot: pushed },
    }),
  },
  get details() {
    return detailsOf && { detailsOf };
  },
};

beforeAll(async () => {
  house = await testCtx({ ctx: { features: [listener], platforms }, jobs: [...detectionJobs], isWorker: true });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  told = [];
  asked = [];
  pushed = live();
  answer = offline;
  detailsOf = undefined;
  await house.ctx.db.transaction((tx) =>
    watch(house.ctx, tx, { channel, reason: 'notifications', holder: 'server-1' }),
  );
});

const see = (snapshot: Snapshot, isSigned = false) =>
  house.ctx.db.transaction((tx) => observe(house.ctx, tx, 'kick', { snapshot, isSigned }));
const untilTold = (count: number) => vi.waitFor(() => expect(told.length).toBe(count), { timeout: 30_000 });

describe('one stream is announced once', () => {
  it('for any number and kind of sightings', async () => {
    await Promise.all([see(live()), see(live()), see(live('Lighthouse', null), true), see(live())]);
    await untilTold(1);
    expect(told[0]).toMatchObject({
      kind: 'live',
      channel: { name: 'ada' },
      session: { details: { title: 'Lighthouse' } },
    });
  });

  it('and a changed title updates the same session', async () => {
    await see(live());
    await see(live('Second title'));
    await untilTold(2);
    const [first, second] = told.toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect([first?.kind, second?.kind]).toEqual(['live', 'update']);
    if (first?.kind !== 'live' || second?.kind !== 'update') throw new Error('other events');
    expect(second.session.id).toBe(first.session.id);
  });

  it('and it ends only after the grace, with the time when it was first missing', async () => {
    await see(live());
    const missedAt = house.clock.now();
    await see(offline);
    house.clock.move(OFFLINE_GRACE_MS);
    await see(offline);
    await untilTold(3);
    const ends = told.filter((event) => event.kind === 'end').toSorted((a, b) => a.grace - b.grace);
    expect(ends).toMatchObject([
      { grace: 0, session: { endedAt: missedAt } },
      { grace: 5, session: { endedAt: missedAt } },
    ]);
  });

  it('and a drop within the grace ends nothing', async () => {
    await see(live());
    await see(offline);
    house.clock.move(OFFLINE_GRACE_MS - 1);
    await see(live('Lighthouse', 's2', new Date('2026-11-21T18:04:00Z')));
    house.clock.move(OFFLINE_GRACE_MS);
    await see(offline);
    await untilTold(1);
    expect(told.map((event) => event.kind)).toEqual(['live']);
  });
});

describe('a push', () => {
  const push = { headers: {}, body: new Uint8Array(), query: {} };

  it('that arrives twice has one effect', async () => {
    await handlePush(house.ctx, 'kick', push);
    await handlePush(house.ctx, 'kick', push);
    await untilTold(1);
    expect(told.map((event) => event.kind)).toEqual(['live']);
  });

  const isPostgres = process.env.TEST_DB === 'postgres';
  it.runIf(isPostgres)("that waits for the channel's lock sees the decisions made during the wait", async () => {
    const { db } = house.ctx;
    const [decided, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = db.transaction(async (tx) => {
      await observe(house.ctx, tx, 'kick', { snapshot: live(), isSigned: false });
      decided.resolve();
      await goOn.promise;
    });
    await decided.promise;
    const pushed = handlePush(house.ctx, 'kick', push);
    await vi.waitFor(async () => {
      const { rows } = await db.execute(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, 30_000);
    goOn.resolve();
    await Promise.all([held, pushed]);
    await untilTold(1);
    expect(told.map((event) => event.kind)).toEqual(['live']);
  });
});

describe('a start that is pushed without its title', () => {
  const push = { headers: {}, body: new Uint8Array(), query: {} };
  const { details: whole } = live() as Extract<Snapshot, { state: 'live' }>;
  const none = { ...whole, title: null, category: null };
  const titles = () => told.map((event) => [event.kind, 'session' in event && event.session.details.title]);
  const stored = async () => {
    const { rows } = await house.ctx.db.execute<{ title: string; categories: { name: string }[] }>(
      "select details->>'title' as title, categories from stream_sessions",
    );
    return rows.map(({ title, categories }) => [title, categories.map(({ name }) => name)]);
  };
  beforeEach(() => {
    pushed = { ...(live() as Extract<Snapshot, { state: 'live' }>), details: none };
  });

  it('is stored before the platform is asked, and announced after', async () => {
    const answered = Promise.withResolvers<StreamDetails>();
    detailsOf = () => answered.promise;
    await handlePush(house.ctx, 'kick', push);
    expect(told).toEqual([]);
    expect(await stored()).toEqual([[null, []]]);
    answered.resolve(whole);
    await untilTold(1);
    expect(titles()).toEqual([['live', 'Lighthouse']]);
    expect(await stored()).toEqual([['Lighthouse', ['Chess']]]);
  });

  it('is announced without it if the platform does not return it, and is asked about again later', async () => {
    detailsOf = async () => await Promise.reject(new UpstreamError({ world: 'kick', kind: 'down', message: 'slow' }));
    answer = live();
    await handlePush(house.ctx, 'kick', push);
    await untilTold(2);
    expect(titles()).toEqual([
      ['live', null],
      ['update', 'Lighthouse'],
    ]);
  });

  it('keeps what was observed during the question', async () => {
    detailsOf = async () => {
      await see(live('Second title'));
      return whole;
    };
    await handlePush(house.ctx, 'kick', push);
    await untilTold(2);
    expect(new Set(titles().map(([, title]) => title))).toEqual(new Set(['Second title']));
    expect(await stored()).toEqual([['Second title', ['Chess']]]);
  });

  it('of a returning stream brings its new title', async () => {
    await see(live('First title'));
    await see(offline, true);
    await untilTold(2);
    detailsOf = async () => ({ ...whole, title: 'Second title' });
    pushed = { ...pushed, streamId: 's2' } as Snapshot;
    await handlePush(house.ctx, 'kick', push);
    await untilTold(3);
    expect(titles().at(-1)).toEqual(['update', 'Second title']);
  });

  it('is repeated for the feature whose first try failed', async () => {
    detailsOf = async () => whole;
    await see(pushed, true);
    await untilTold(1);
    const { rows } = await house.ctx.db.execute<{ id: string }>('select id from stream_sessions');
    const look = { platform: 'kick' as const, channelId: '42', about: [], isNameWanted: false };
    const again = { jobId: '1', attempt: 2, signal: new AbortController().signal };
    const [, dispatchStart] = dispatchJobs;
    await dispatchStart.run(house.ctx, { kind: 'live', sessionId: rows[0]?.id ?? '', look }, again);
    expect(titles()).toEqual([
      ['live', null],
      ['live', 'Lighthouse'],
      ['update', 'Lighthouse'],
    ]);
  });
});

it('a platform that refuses subscriptions does not keep others from renewing theirs', async () => {
  const renewed: [string, readonly string[]][] = [];
  const connectionOf = (id: string) => ({
    push: {
      ensurePush: async (channelIds: readonly string[]) => {
        renewed.push([id, channelIds]);
        if (id === 'kick') throw new UpstreamError({ world: 'kick', kind: 'down', message: 'answered 503' });
      },
    },
  });
  const ctx = {
    ...house.ctx,
    platforms: fakePlatforms({ kick: connectionOf('kick'), twitch: connectionOf('twitch') }),
  };
  for (const platform of ['kick', 'twitch'] as const) {
    for (const channelId of ['42', '43', '44']) {
      const followed = {
        channel: { ...channel, platform, id: channelId },
        reason: 'notifications',
        holder: 'server-1',
      };
      await house.ctx.db.transaction((tx) => watch(house.ctx, tx, followed));
    }
  }
  await renewPushes.run(ctx, {}, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  // Each platform gets one call, so the adapter reads its list of subscriptions once.
  expect(renewed).toEqual([
    ['kick', ['42', '43', '44']],
    ['twitch', ['42', '43', '44']],
  ]);
});

it('a channel without followers loses its pushes; one that is followed again in time keeps them', async () => {
  const wanted = (id: string) => ({ channel: { ...channel, id }, reason: 'notifications', holder: 'server-1' });
  const follow = (id: string) => house.ctx.db.transaction((tx) => watch(house.ctx, tx, wanted(id)));
  const leave = (channelId: string) =>
    unwatch(house.ctx.db, { platform: 'kick', channelId, reason: 'notifications', holder: 'server-1' });
  for (const id of ['43', '44', '45']) await follow(id);
  for (const id of ['43', '44']) await leave(id);
  const [dropped, asked]: [string[], string[]] = [[], []];
  const push = {
    dropPush: async (channelIds: readonly string[]) => {
      dropped.push(...channelIds);
      await follow('44');
      return channelIds;
    },
  };
  const queue = {
    ...house.ctx.queue,
    send: async (_: unknown, { channelId }: { channelId: string }) => void asked.push(channelId),
  };
  const ctx = { ...house.ctx, queue, platforms: fakePlatforms({ kick: { push } }) } as never;
  await cancelUnusedPushes.run(ctx, {}, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  expect(dropped).toEqual(['43', '44']);
  expect(asked).toEqual(['44']);
});

describe('a sweep', () => {
  it('asks once about a channel that two servers follow', async () => {
    await house.ctx.db.transaction((tx) =>
      watch(house.ctx, tx, { channel, reason: 'notifications', holder: 'server-2' }),
    );
    await sweep(house.ctx, definition);
    expect(asked).toEqual([['42']]);
  });

  it('drops a channel when its last follower is removed', async () => {
    await unwatch(house.ctx.db, { platform: 'kick', channelId: '42', reason: 'notifications', holder: 'server-1' });
    expect(await listWatched(house.ctx.db, 'kick')).toEqual([]);
  });

  it('is led by one process at a time, and by another when the first is gone', async () => {
    expect(await tryToLead(house.ctx, 'sweep/kick', 'first')).not.toBeNull();
    expect(await tryToLead(house.ctx, 'sweep/kick', 'second')).toBeNull();
    expect(await tryToLead(house.ctx, 'sweep/kick', 'first')).not.toBeNull();
    house.clock.move(30_000);
    expect(await tryToLead(house.ctx, 'sweep/kick', 'second')).not.toBeNull();
    expect(await tryToLead(house.ctx, 'sweep/kick', 'first')).toBeNull();
  });
});
