import { sql } from '@tally/infra/sql';
import { days, hours, minutes, seconds, UpstreamError } from '@tally/kernel';
import { ada, liveAt, type PlatformHouse, platformHouse, videoAt } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askForNames, findChannel, handlePush, keepSecret, platformStates, sweep, unwatch } from '../index.ts';
import { createBudget } from './budget.ts';
import { measureState } from './meters.ts';
import { sweepRecordings } from './recording.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.reset();
  delete house.connection.recordings;
  await house.follow();
});

const now = () => house.clock.now();
const offline = { state: 'offline', channelId: ada.id } as const;
const unknown = { state: 'unknown', channelId: ada.id, reason: 'a captcha' } as const;
const round = async (ms = minutes(1)) => {
  house.clock.move(ms);
  await sweep(house.ctx, house.platform);
};
const others = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...ada, id: `c${place}`, name: `c${place}` }));
const dueIn = async () => {
  const { rows } = await house.ctx.db.execute<{ next_ask_at: string | Date }>(
    sql`select next_ask_at from channels where channel_id = ${ada.id}`,
  );
  return new Date(rows[0]?.next_ask_at ?? 0).getTime() - now().getTime();
};

describe('an adapter’s memory', () => {
  it('is part of the next question, also after answers that do not contain it', async () => {
    house.answers.set(ada.id, { snapshot: offline, memory: { room: '7', seen: ['a'] } });
    await round();
    house.answers.set(ada.id, { snapshot: unknown });
    await round();
    await round(minutes(10));
    house.answers.set(ada.id, { snapshot: offline, memory: null });
    await round(minutes(10));
    await round();
    const memories = house.asked.map(([question]) => question?.memory);
    expect(memories).toEqual([
      null,
      { room: '7', seen: ['a'] },
      { room: '7', seen: ['a'] },
      { room: '7', seen: ['a'] },
      null,
    ]);
  });

  it('and an entrusted key is stored encrypted, and used in plain text', async () => {
    await house.ctx.db.transaction((tx) => keepSecret(house.ctx, tx, 'kick', ada.id, 'https://example.org/?key=hush'));
    await round();
    expect(house.asked[0]?.[0]).toMatchObject({ name: 'ada', secret: 'https://example.org/?key=hush' });
    const { rows } = await house.ctx.db.execute(sql`select * from channels`);
    expect(JSON.stringify(rows)).not.toContain('hush');
    await house.ctx.db.transaction((tx) => keepSecret(house.ctx, tx, 'kick', ada.id, null));
    await round();
    expect(house.asked[1]?.[0]?.secret).toBeNull();
  });

  it('and a key that cannot be decrypted stops nothing: the channel is asked about without it', async () => {
    await house.follow({ ...ada, id: 'other', name: 'other' });
    await house.ctx.db.execute(sql`update channels set secret = 'gone.AAAA' where channel_id = ${ada.id}`);
    await round();
    const asked = house.asked.flat().map(({ channelId, secret }) => `${channelId} ${secret}`);
    expect(asked.toSorted()).toEqual([`${ada.id} null`, 'other null']);
  });
});

describe('how often', () => {
  it('a channel’s state and the adapter decide how often we ask', async () => {
    await round();
    expect(await dueIn()).toBe(seconds(2));
    house.answers.set(ada.id, { snapshot: offline, askAgainAt: new Date(now().getTime() + hours(3)) });
    await round();
    expect(await dueIn()).toBe(hours(3) - minutes(1));
    await round(hours(2));
    expect(house.asked).toHaveLength(2);
  });

  it('a channel without a usable answer is asked less and less, and normally after the first good one', async () => {
    house.answers.set(ada.id, { snapshot: unknown });
    await round();
    const first = await dueIn();
    for (let count = 0; count < 10; count++) await round(await dueIn());
    const late = await dueIn();
    expect(first).toBeLessThanOrEqual(seconds(5));
    expect(late).toBeGreaterThanOrEqual(seconds(30));
    expect(late).toBeLessThanOrEqual(minutes(10) * 1.25);
    expect(house.asked).toHaveLength(11);
    house.answers.set(ada.id, { snapshot: offline });
    await round(late);
    expect(await dueIn()).toBe(seconds(2));
  });

  it('busy channels go first, then important ones, then those that have waited longest', async () => {
    const [idle, important, live] = others(3) as [typeof ada, typeof ada, typeof ada];
    await house.follow(idle);
    await round();
    await house.follow(important, { priority: 1 });
    await house.follow(live);
    house.answers.set(live.id, { snapshot: liveAt(now(), { channelId: live.id }) });
    await round();
    house.asked.length = 0;
    await round();
    const [order] = house.asked.map((batch) => batch.map(({ channelId }) => channelId));
    expect(order?.slice(0, 2)).toEqual([live.id, important.id]);
  });

  it('never asks more than the budget allows; skipped channels are next', async () => {
    const small = { ...house.platform, batchSize: 1 };
    for (const channel of others(5)) await house.follow(channel);
    let ms = 0;
    const budget = createBudget(40, () => ms);
    house.clock.move(minutes(1));
    await sweep(house.ctx, small, { budget });
    expect(house.asked).toHaveLength(2);
    ms += minutes(1);
    await sweep(house.ctx, small, { budget });
    ms += minutes(1);
    await sweep(house.ctx, small, { budget });
    expect(new Set(house.asked.map(([question]) => question?.channelId)).size).toBe(6);
  });

  it('channels without followers are not asked about', async () => {
    await unwatch(house.ctx.db, { platform: 'kick', channelId: ada.id, reason: 'notifications', holder: 'server-1' });
    await round();
    expect(house.asked).toEqual([]);
  });
});

describe('questions that follow habits', () => {
  const habitual = () => ({
    ...house.platform,
    batchSize: 1,
    pace: { ...house.platform.pace, byHabit: { expectedSeconds: 10, liveSeconds: 90, quietSeconds: 120 } },
  });

  it('a channel waits less around its usual starts, from its page and from what we saw', async () => {
    house.answers.set(ada.id, { snapshot: offline, starts: [new Date(now().getTime() - days(7))] });
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(10));
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(90));
    house.clock.move(days(7));
    house.answers.set(ada.id, { snapshot: offline });
    await sweep(house.ctx, habitual());
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(10));
  });

  it('a live channel is not asked again before one that may start', async () => {
    const [idle] = others(1) as [typeof ada];
    await house.follow(idle);
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await sweep(house.ctx, habitual());
    await house.ctx.db.execute(
      sql`update channels set next_ask_at = asked_at + interval '50 s' where channel_id = ${ada.id}`,
    );
    house.clock.move(seconds(61));
    house.asked.length = 0;
    await sweep(house.ctx, habitual(), { budget: createBudget(20, () => 0) });
    expect(house.asked.map(([question]) => question?.channelId)).toEqual([idle.id]);
  });
});

describe('trouble with a platform', () => {
  it('is visible in the metrics', async () => {
    await round();
    for (const state of await platformStates(house.ctx)) measureState(house.ctx, state);
    house.clock.move(minutes(3));
    const text = await house.ctx.metrics.text();
    expect(text).toMatch(/tally_platform_questions_total\{platform="kick",outcome="answered"\} \d/);
    expect(text).toContain('tally_platform_watched_channels{platform="kick"} 1');
    expect(text).toContain('tally_platform_degraded{platform="kick"} 0');
    expect(text).toContain('tally_platform_last_answer_age_seconds{platform="kick"} 0');
  });

  it('is not reported by a worker that was suspended during its question and no longer leads', async () => {
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    const leads = [true, false];
    house.clock.move(minutes(1));
    await sweep(house.ctx, house.platform, { mayGoOn: async () => leads.shift() ?? false });
    expect(house.asked).toHaveLength(1);
    expect(await house.hasTold()).toBe(true);
  });

  it('that fails a whole question ends nothing, is reported, and shows as degraded while it lasts', async () => {
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await round();
    house.answers.set(ada.id, new UpstreamError({ world: 'kick', kind: 'denied', message: 'go away' }));
    await expect(round()).rejects.toThrow('go away');
    expect(await platformStates(house.ctx)).toMatchObject([{ watched: 1, isDegraded: false }]);
    house.clock.move(minutes(2));
    expect(await platformStates(house.ctx)).toMatchObject([{ isDegraded: true, reason: 'kick: go away' }]);
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await round(minutes(5));
    expect(await platformStates(house.ctx)).toMatchObject([{ isDegraded: false, reason: null, lastAnswerAt: now() }]);
    expect(await house.hasTold('live')).toBe(true);
  });

  it('texts that a database refuses are cleaned, and do not affect others', async () => {
    const [other] = others(1) as [typeof ada];
    await house.follow(other);
    const title = `NUL \0, half \ud800 a pair, \u202eturned and ${'long '.repeat(2_000)}`;
    house.answers.set(ada.id, { snapshot: liveAt(now(), { title }), memory: { odd: title } });
    house.answers.set(other.id, { snapshot: liveAt(now(), { channelId: other.id }) });
    await round();
    expect(await house.hasTold('live', 'live')).toBe(true);
  });
});

it('a picture whose address expires soon is replaced, but not with every answer', async () => {
  const shows = (avatarUrl: string) =>
    house.answers.set(ada.id, { snapshot: offline, name: { name: 'ada', displayName: 'Ada', avatarUrl } });
  const shown = async () => (await findChannel(house.ctx.db, 'kick', ada.id))?.avatarUrl;
  shows('https://cdn.example/1?signed');
  await round();
  expect(await shown(), 'there was none').toBe('https://cdn.example/1?signed');
  shows('https://cdn.example/2?signed');
  await round(hours(5));
  expect(await shown()).toBe('https://cdn.example/1?signed');
  await round(hours(1));
  expect(await shown()).toBe('https://cdn.example/2?signed');
  house.answers.set(ada.id, { snapshot: offline, name: { name: 'ada', displayName: 'Ada', avatarUrl: null } });
  await round(hours(7));
  expect(await shown(), 'one that is not shown was not taken away').toBe('https://cdn.example/2?signed');
  expect(await house.hasTold()).toBe(true);
});

describe('a channel that was renamed', () => {
  it('keeps its followers, which get one message', async () => {
    house.answers.set(ada.id, { snapshot: offline, name: { name: 'countess', displayName: 'Countess' } });
    await round();
    await round();
    expect(await house.hasTold('renamed')).toBe(true);
    expect(house.told[0]).toMatchObject({
      formerName: 'ada',
      channel: { name: 'countess', displayName: 'Countess', url: 'https://kick.com/countess' },
    });
    expect(await findChannel(house.ctx.db, 'kick', ada.id)).toMatchObject({ name: 'countess' });
  });

  it('is asked about at once if another creator has the name now', async () => {
    await askForNames(house.ctx, house.ctx.db, 'kick', [ada.id]);
    await vi.waitFor(
      () => expect(house.asked.flat()).toMatchObject([{ channelId: ada.id, isNameWanted: true }]),
      15_000,
    );
    expect(await house.hasTold()).toBe(true);
  });

  it('is renamed as well when a person adds it under the new name', async () => {
    await house.follow({ ...ada, name: 'countess' }, { holder: 'server-2' });
    expect(await house.hasTold('renamed')).toBe(true);
  });
});

describe('a push', () => {
  const push = { headers: {}, body: new Uint8Array(), query: {} };
  const hint = { platform: 'kick', channelId: ada.id } as const;

  it('without details is announced at once, and a look fetches them', async () => {
    const bare = liveAt(now(), { details: { ...liveAt(now()).details, title: null, category: null } });
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    house.push = { kind: 'hint', hint: { ...hint, messageId: 'm1', occurredAt: now(), snapshot: bare } };
    await handlePush(house.ctx, 'kick', push);
    expect(await house.hasTold('live', 'update')).toBe(true);
    const update = house.told.find(({ kind }) => kind === 'update');
    expect(update).toMatchObject({ session: { details: { title: 'Lighthouse', category: 'Chess' } } });
  });

  it('whose look fails during an outage is dropped, and needs no person', async () => {
    house.answers.set(ada.id, new UpstreamError({ world: 'kick', kind: 'down', message: 'away' }));
    house.push = { kind: 'hint', hint: { ...hint, messageId: 'm1', occurredAt: now(), snapshot: null } };
    await handlePush(house.ctx, 'kick', push);
    await vi.waitFor(() => expect(house.asked).toHaveLength(1), { timeout: 30_000 });
    expect(await house.hasTold()).toBe(true);
    expect(await house.queue.parked()).toEqual([]);
    await round(seconds(1));
    expect(house.asked).toHaveLength(1);
  });

  it('without details triggers a question', async () => {
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    house.push = { kind: 'hint', hint: { ...hint, messageId: 'm1', occurredAt: now(), snapshot: null } };
    await handlePush(house.ctx, 'kick', push);
    expect(await house.hasTold('live')).toBe(true);
  });

  it('about a channel without followers is stored and triggers nothing', async () => {
    await unwatch(house.ctx.db, { platform: 'kick', channelId: ada.id, reason: 'notifications', holder: 'server-1' });
    house.push = { kind: 'hint', hint: { ...hint, messageId: 'm1', occurredAt: now(), snapshot: liveAt(now()) } };
    await handlePush(house.ctx, 'kick', push);
    expect(await house.hasTold()).toBe(true);
    expect(house.asked).toEqual([]);
  });

  it('that arrives with many others is stored with them; a repeat counts once, and a failure holds up no other', async () => {
    const channels = others(8);
    for (const each of channels) await house.follow(each);
    const send = async (channelId: string, startedAt = now()) => {
      const snapshot = liveAt(startedAt, { channelId, streamId: channelId });
      house.push = { kind: 'hint', hint: { ...hint, channelId, messageId: channelId, occurredAt: now(), snapshot } };
      await handlePush(house.ctx, 'kick', push);
    };
    const ids = channels.map(({ id }) => id);
    const nonsense = new Date(Number.NaN);
    const outcomes = await Promise.allSettled([...ids, ...ids].map((id) => send(id, id === 'c5' ? nonsense : now())));
    const refused = outcomes.flatMap(({ status }, place) => (status === 'rejected' ? [ids[place % 8]] : []));
    expect(refused).toEqual(['c5', 'c5']);
    const live = (count: number) => Array.from({ length: count }, () => 'live' as const);
    expect(await house.hasTold(...live(7))).toBe(true);
    await send('c5');
    expect(await house.hasTold(...live(8))).toBe(true);
  });

  it('about a video that the platform does not list yet is asked about again', async () => {
    house.answers.set(ada.id, { snapshot: unknown });
    house.push = { kind: 'hint', hint: { ...hint, messageId: 'm1', occurredAt: now(), snapshot: null, about: ['v'] } };
    await handlePush(house.ctx, 'kick', push);
    await vi.waitFor(() => expect(house.asked).toHaveLength(1), { timeout: 30_000 });
    house.answers.set(ada.id, { snapshot: offline, videos: [] });
    await vi.waitFor(() => expect(house.asked).toHaveLength(2), { timeout: 30_000 });
  });
});

describe('after a stream', () => {
  it('we look for a recording until it can be watched, and announce it once', async () => {
    let isReady = false;
    const sought: Date[] = [];
    const findRecording = async () => {
      sought.push(now());
      return isReady ? videoAt(now(), 'recorded', 'vod') : null;
    };
    house.connection.recordings = { findRecording };
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await round();
    house.answers.set(ada.id, { snapshot: offline });
    await round();
    await round();
    expect(await house.hasTold('live', 'end')).toBe(true);
    for (let count = 0; count < 5; count++) {
      await sweepRecordings(house.ctx, house.platform);
      house.clock.move(minutes(1));
    }
    expect(sought).toHaveLength(2);
    isReady = true;
    house.clock.move(minutes(30));
    await sweepRecordings(house.ctx, house.platform);
    await sweepRecordings(house.ctx, house.platform);
    expect(await house.hasTold('live', 'end', 'video')).toBe(true);
    expect(house.told.at(-1)).toMatchObject({ video: { id: 'recorded', kind: 'vod', streamId: 's1' } });
    expect(sought).toHaveLength(3);
  });

  it('and give up after six hours', async () => {
    const sought: Date[] = [];
    const findRecording = async () => {
      sought.push(now());
      return null;
    };
    house.connection.recordings = { findRecording };
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await round();
    house.answers.set(ada.id, { snapshot: offline });
    await round();
    await round();
    for (let count = 0; count < 10 * 60; count++) {
      house.clock.move(minutes(1));
      await sweepRecordings(house.ctx, house.platform);
    }
    expect(sought).toHaveLength(16);
    const hoursSought = ((sought.at(-1)?.getTime() ?? 0) - (sought[0]?.getTime() ?? 0)) / hours(1);
    expect(hoursSought).toBeGreaterThan(5);
    expect(hoursSought).toBeLessThan(6.5);
  });
});
