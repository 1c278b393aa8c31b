import { account, ChannelId, type CurrentUser, creators, errorLogs, notifications, RoleId } from '@tally/contract';
import { type Clusters, createClusters, findServerStates, timingOf } from '@tally/discord/gateway';
import { features } from '@tally/features/registry';
import { minutes, seconds, silentLog } from '@tally/kernel';
import { missingIn, sendDue } from '@tally/pipeline/delivery';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** What the bot may not do is known before Discord says so. Each test goes on where the last one stopped. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: ChannelId;

const us = '900000000000000001';
const embedLinks = 1n << 14n;
const patience = { timeout: 20_000, interval: 50 };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const params = { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const;
const rows = (answer: Answer) => (answer.json?.data ?? []) as Record<string, unknown>[];

const standing = () => [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])];
const refusals = () => api.sim.discord.state.requests.filter((each) => each.status === 403).length;
const deny = (bits: bigint) =>
  discord('change-channel', {
    channel_id: room,
    permission_overwrites: [{ id: us, type: 1, allow: '0', deny: String(bits) }],
  });
/** The worker reads what the bot's process has saved. */
const saved = async (missing: readonly string[]) => {
  await vi.waitFor(async () => {
    const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
    expect(state && missingIn(api.ctx, state, room)).toEqual(missing);
  }, patience);
  // Rights are believed for two seconds.
  api.clock.move(seconds(3));
};
const streamer = async () => {
  const answer = await api.call(
    notifications.listStreamers,
    { params: { guildId: nightCity, platform: 'kick' }, query: {} },
    token,
  );
  const { streamers } = (answer.json?.data ?? { streamers: [] }) as { streamers: Record<string, unknown>[] };
  return streamers[0];
};
const troubles = async () => {
  const answer = await api.call(errorLogs.listErrors, { params: { guildId: nightCity }, query: {} }, token);
  return rows(answer).map((row) => ({ message: row.message, count: row.count }));
};
const page = `/dashboard/server/${nightCity}/notifications/kick/xqc`;
const bell = async () => {
  const { json } = await api.call(account.me, {}, token);
  const me = json?.data as CurrentUser;
  return me.database.notifications.list;
};
const announced = async () => {
  const query = { platform: 'kick', streamer: 'xqc' } as const;
  const answer = await api.call(notifications.listJournal, { params: { guildId: nightCity }, query }, token);
  const { rows: journal } = (answer.json?.data ?? { rows: [] }) as { rows: Record<string, unknown>[] };
  return journal.find((row) => row.kind === 'live');
};
const job = async (name: string, data: object = {}) => {
  const found = features.flatMap((each) => each.jobs ?? []).find((each) => each.name === name);
  await found?.run(api.ctx, data, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ChannelId.parse(
    ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id,
  );
  gateway = createClusters({
    db: api.ctx.db,
    discord: api.ctx.discord,
    token: 'sim-bot-token',
    listeners: features.flatMap((each) => each.gateway ?? []),
    shardCount: 1,
    shardsPerCluster: 1,
    timing: timingOf(12_000),
    saveEveryMs: 50,
    makeCtx: () => api.ctx,
    log: silentLog,
  });
  await gateway.start();
  await vi.waitUntil(() => gateway.list()[0]?.shards[0]?.status === 'ready', { timeout: 20_000 });
  await api.call(
    notifications.addStreamer,
    { params, query: {}, body: { notificationChannelId: room } as never },
    token,
  );
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a permission that the bot has lost', () => {
  it('makes a message fail without a call that Discord would refuse', async () => {
    deny(embedLinks);
    await saved(['EmbedLinks']);
    const before = refusals();
    kick('go-live', { who: 'xqc', title: 'Hello' });
    await vi.waitFor(async () => {
      // What the gateway told may be old, so it is looked at twice.
      api.clock.move(seconds(4));
      const row = await announced();
      // Or the check of the server was quicker: then it was not tried, because the creator is paused already.
      expect(['failed', 'skipped']).toContain(row?.outcome);
      expect([row?.reason, row?.action]).toEqual(['missingPermission', 'checkPermissions']);
    }, patience);
    expect(refusals()).toBe(before);
    expect(standing()).toEqual([]);
  });

  it('pauses the creator, and the owner reads once what is missing and where', async () => {
    await vi.waitFor(async () => expect(await streamer()).toMatchObject({ pauseReason: 'permissions' }), patience);
    await job('notifications/check-server', { serverId: nightCity });
    expect(await troubles()).toEqual([{ message: 'The bot lacks permissions in #alerts: Embed Links.', count: 1 }]);
  });

  it('stays a reason to pause while nobody has given it back', async () => {
    await job('notifications/check-broken');
    expect(await streamer()).toMatchObject({ pauseReason: 'permissions' });
  });

  it('lets the creator go on by itself once it is there again', async () => {
    deny(0n);
    await saved([]);
    await job('notifications/check-broken');
    expect(await streamer()).toMatchObject({ pauseReason: null });
    await vi.waitFor(async () => {
      expect((await bell()).map(({ title, actionUrl, severity }) => ({ title, actionUrl, severity }))).toEqual([
        { title: 'It is fixed in Night City', actionUrl: page, severity: 'info' },
        { title: 'Messages in Night City have stopped', actionUrl: page, severity: 'warning' },
      ]);
    }, patience);
    await job('notifications/check-broken');
    await api.call(notifications.sendTest, { params, query: {} }, token);
    await sendDue(api.ctx);
    await vi.waitFor(() => expect(standing()).toHaveLength(1), patience);
  });

  it('is noticed before the next stream, when it goes', async () => {
    deny(1n << 11n);
    await saved(['SendMessages', 'EmbedLinks']);
    await job('notifications/check-server', { serverId: nightCity });
    expect(await streamer()).toMatchObject({ pauseReason: 'permissions' });
  });
});

describe('a deleted role', () => {
  it('is taken off whoever pinged it, and the owner reads it once', async () => {
    const { id } = discord('add-role', { guild_id: nightCity, name: 'Fans', mentionable: true }) as { id: string };
    const chosen = async () => (await streamer())?.['pingRoleId'];
    await api.call(notifications.updateStreamer, { params, query: {}, body: { pingRoleId: RoleId.parse(id) } }, token);
    expect(await chosen()).toBe(id);
    discord('remove-role', { guild_id: nightCity, role_id: id });
    await vi.waitFor(async () => {
      const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
      expect(state?.roles.has(RoleId.parse(id))).toBe(false);
    }, patience);
    api.clock.move(minutes(1));
    await job('notifications/check-server', { serverId: nightCity });
    await job('notifications/check-server', { serverId: nightCity });
    expect(await chosen()).toBeNull();
    expect(await troubles()).toContainEqual({ message: 'The role for xqc does not exist any more.', count: 1 });
  });
});

describe("a creator's own channel", () => {
  it('is looked at as well: its managers hear once that it is closed, and once that it is open', async () => {
    deny(0n);
    await saved([]);
    await job('notifications/check-broken');
    const channels = [{ platform: 'kick', streamerUserName: 'xqc' }] as const;
    const body = { name: 'xQc everywhere', channels, notificationChannelId: room } as never;
    await api.call(creators.addCreator, { params: { guildId: nightCity }, body }, token);
    const check = async (bits: bigint, missing: readonly string[]) => {
      deny(bits);
      await saved(missing);
      await job('notifications/check-server', { serverId: nightCity });
      await job('creators/check-closed');
    };
    const told = async () =>
      (await bell()).filter((item) => item.actionUrl?.endsWith('/creators')).map((item) => item.title);
    await api.call(errorLogs.clearErrors, { params: { guildId: nightCity } }, token);
    await check(embedLinks, ['EmbedLinks']);
    await check(embedLinks, ['EmbedLinks']);
    expect(await troubles()).toEqual([{ message: 'The bot lacks permissions in #alerts: Embed Links.', count: 2 }]);
    await check(0n, []);
    await check(0n, []);
    await vi.waitFor(async () => expect(await told()).toEqual(['It is fixed in Night City']), patience);
  });
});
