import { account, errorLogs, type Move, moving, notifications, type Platform } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { LAST_GRACE, minutes, seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { connectGateway } from '@tally/tests/gateway';
import { runJob } from '@tally/tests/jobs';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/**
 * Another bot announces the same creators. Our streamers start after it has left the server, so no stream is announced
 * twice or missed.
 */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: string;

const streamcord = '375805687529209857';
const patience = { timeout: 60_000, interval: 50 };
const inServer = { params: { guildId: nightCity } };
const ofMove = ({ moveId }: { moveId: string }) => ({ params: { guildId: nightCity, moveId } });
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const world = (platform: Platform, action: string, body: object) =>
  api.sim.worlds.get(platform)?.controls[action]?.(body);
const posts = () => [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])];
const good = ({ status, json }: { status: number; json: { data?: unknown; error?: unknown } }) => {
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data;
};
const removeBot = () => discord('leave', { guild_id: nightCity, user_id: streamcord });

/** Imports these creators, to start when the other bot has left. */
async function follow(text: string): Promise<Move> {
  const read = good(await api.call(moving.readList, { ...inServer, body: { text } }, token)) as Move;
  const ready = await vi.waitFor(async () => {
    const now = good(await api.call(moving.getMove, ofMove(read), token)) as Move;
    if (now.state === 'reading') await api.pass(seconds(1));
    expect(now.state).toBe('ready');
    return now;
  }, patience);
  const candidates = ready.candidates.map(({ candidateId }) => ({ candidateId, channelId: room }));
  good(await api.call(moving.changeMove, { ...ofMove(read), body: { candidates } as never }, token));
  const body = { start: 'whenGone', goneUserId: streamcord } as never;
  good(await api.call(moving.applyMove, { ...ofMove(read), body }, token));
  return read;
}
const streamers = async (platform: Platform) => {
  const data = good(
    await api.call(notifications.listStreamers, { params: { guildId: nightCity, platform }, query: {} }, token),
  );
  return (data as { streamers: { streamerUserName: string; pauseReason: string | null; startsAfter: string | null }[] })
    .streamers;
};
const started = async (platform: Platform) =>
  (await streamers(platform)).every(({ pauseReason, startsAfter }) => pauseReason === null && startsAfter === null);
const untilStarted = async (platform: Platform) =>
  await vi.waitFor(async () => expect(await started(platform)).toBe(true), patience);
const journal = async () => {
  const data = good(await api.call(notifications.listJournal, { ...inServer, query: { limit: 200 } }, token));
  return (data as { rows: { streamerUserName: string; reason: string | null; action: string; canBePosted: boolean }[] })
    .rows;
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});
beforeEach(async () => {
  await gateway?.stop();
  await api.reset();
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'live-now' })) as { id: string }).id;
  discord('add-bot', { guild_id: nightCity, user_id: streamcord, username: 'Streamcord' });
  gateway = await connectGateway(api);
});

it('starts when the bot is removed: the current stream is not posted, the next one is, and managers are notified', async () => {
  const otherBots = async () => good(await api.call(moving.listOtherBots, inServer, token));
  expect(await otherBots()).toEqual([{ userId: streamcord, name: 'Streamcord', waiting: 0 }]);
  await follow('kick.com/xqc kick.com/nordwind');
  expect(await otherBots()).toEqual([{ userId: streamcord, name: 'Streamcord', waiting: 2 }]);
  expect(await streamers('kick')).toMatchObject([
    { streamerUserName: 'nordwind', pauseReason: 'otherBot', startsAfter: streamcord },
    { streamerUserName: 'xqc', pauseReason: 'otherBot' },
  ]);
  world('kick', 'go-live', { who: 'xqc', title: 'Told by the other one' });
  await vi.waitFor(
    async () =>
      expect(await journal()).toMatchObject([{ streamerUserName: 'xqc', reason: 'otherBot', action: 'resume' }]),
    patience,
  );
  removeBot();
  await untilStarted('kick');
  expect(await journal()).toMatchObject([{ reason: 'alreadyLiveWhenAdded', canBePosted: true }]);
  world('kick', 'go-live', { who: 'nordwind', title: 'Ours' });
  await vi.waitFor(() => expect(posts()).toHaveLength(1), patience);
  expect(JSON.stringify(posts())).toContain('Ours');
  await vi.waitFor(async () => {
    const me = good(await api.call(account.me, {}, token)) as {
      database: { notifications: { list: { title: string }[] } };
    };
    expect(me.database.notifications.list.map(({ title }) => title)).toEqual(['Streamcord has left Night City']);
  }, patience);
  expect(good(await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token))).toEqual([]);
});

it('is noticed within ten minutes if no event came, and not if only we were removed', async () => {
  await follow('kick.com/xqc');
  await gateway.stop();
  await runJob(api.ctx, 'moving/ask-who-left');
  discord('kick-bot', { guild_id: nightCity });
  removeBot();
  await runJob(api.ctx, 'moving/who-left', { serverId: nightCity, botId: streamcord });
  discord('invite-bot', { guild_id: nightCity });
  expect(await started('kick')).toBe(false);
  await runJob(api.ctx, 'moving/ask-who-left');
  await untilStarted('kick');
});

it('a manager can start earlier, and an undo removes streamers however they started', async () => {
  const move = await follow('kick.com/xqc kick.com/nordwind kick.com/kettlecorn');
  const change = async (streamer: string, body: object) =>
    await api.call(
      notifications.updateStreamer,
      { params: { guildId: nightCity, platform: 'kick', streamer }, query: {}, body: body as never },
      token,
    );
  world('kick', 'go-live', { who: 'xqc', title: 'Told by the other one' });
  await vi.waitFor(async () => expect(await journal()).toMatchObject([{ reason: 'otherBot' }]), patience);
  good(await change('xqc', { startsAfter: null }));
  expect(await journal()).toMatchObject([{ reason: 'alreadyLiveWhenAdded' }]);
  good(await change('kettlecorn', { editOnChange: false }));
  removeBot();
  await untilStarted('kick');
  expect(good(await api.call(moving.removeMove, ofMove(move), token))).toContain('2 streamers have been removed.');
  expect(posts()).toEqual([]);
});

it('waits only for a bot that is in the server', async () => {
  await follow('kick.com/xqc');
  const params = { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const;
  const refusal = async (startsAfter: string) => {
    const body = { startsAfter } as never;
    const { status, json } = await api.call(notifications.updateStreamer, { params, query: {}, body }, token);
    return [status, json.error];
  };
  const notHere = [400, ['startsAfter: this bot is not in this server.']];
  expect(await refusal('204255221017214977')).toEqual(notHere);
  expect(await refusal(demoUser)).toEqual(notHere);
  expect(await refusal(api.ctx.config.discord.clientId)).toEqual(notHere);
  removeBot();
  await untilStarted('kick');
  expect(await refusal(streamcord)).toEqual(notHere);
});

it('of fifty streams under both bots, switched in the midst, each is announced once', async () => {
  const kick = [
    'xqc',
    'trainwreckstv',
    'lumi-vale',
    'pixelpastor',
    'nordwind',
    'kettlecorn',
    'hana-no-ko',
    'ridgewalker',
  ];
  const creators = [
    ...kick.map((who) => ['kick', who] as const),
    ['twitch', 'xqc'],
    ['twitch', 'hinata_kobo'],
  ] as const;
  await follow(creators.map(([platform, who]) => `${platform === 'kick' ? 'kick.com' : 'twitch.tv'}/${who}`).join(' '));
  const isThere = () => api.sim.discord.state.guilds.get(nightCity)?.members.has(streamcord) === true;
  const told: string[] = [];
  const missing = () => {
    const ours = posts().flatMap(({ embeds }) => JSON.stringify(embeds).match(/stream \d+·\d+/g)?.[0] ?? []);
    return { ours, all: [...told, ...ours] };
  };
  const expected: string[] = [];
  const goLive = (round: number, place: number) => {
    const [platform, who] = creators[place] ?? creators[0];
    const title = `stream ${round}·${place}`;
    expected.push(title);
    world(platform, 'go-live', { who, title });
    // The other bot checks at the same time and is never late.
    if (isThere()) told.push(title);
  };
  for (let round = 0; round < 5; round += 1) {
    for (let place = 0; place < 5; place += 1) goLive(round, place);
    if (round === 2) {
      removeBot();
      await Promise.all([untilStarted('kick'), untilStarted('twitch')]);
    }
    for (let place = 5; place < 10; place += 1) goLive(round, place);
    await vi.waitFor(async () => {
      await api.pass(seconds(5));
      expect((await journal()).length).toBe(expected.length);
      expect(missing().all.toSorted()).toEqual(expected.toSorted());
    }, patience);
    for (const [platform, who] of creators) world(platform, 'end', { who });
    await vi.waitFor(async () => {
      await api.pass(minutes(LAST_GRACE));
      const { rows } = await api.ctx.db.execute('select 1 from stream_sessions where ended_at is null');
      expect(rows).toEqual([]);
    }, patience);
    // Waits for the cooldown of the last message.
    await api.pass(minutes(61));
  }
  expect([told.length, missing().ours.length, new Set(missing().all).size]).toEqual([25, 25, 50]);
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
