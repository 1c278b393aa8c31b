import {
  account,
  ChannelId,
  type CurrentUser,
  creators,
  errorLogs,
  linkedRoles,
  notifications,
  overrides,
  RoleId,
  servers,
  starboard,
} from '@tally/contract';
import { type Clusters, findServerStates } from '@tally/discord/gateway';
import { minutes, seconds } from '@tally/kernel';
import { missingIn, sendDue } from '@tally/pipeline/delivery';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { connectGateway } from '@tally/tests/gateway';
import { runJob } from '@tally/tests/jobs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** The bot finds missing permissions before Discord refuses a call. Each test continues where the last one stopped. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: ChannelId;

const us = '900000000000000001';
const embedLinks = 1n << 14n;
const patience = { timeout: 60_000, interval: 50 };
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
/** The worker reads the state that the bot's process has saved. */
const saved = async (missing: readonly string[]) => {
  await vi.waitFor(async () => {
    const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
    expect(state && missingIn(api.ctx, state, room)).toEqual(missing);
  }, patience);
  // Waits, because permissions are cached for two seconds.
  await api.pass(seconds(3));
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
const errorLog = async () => {
  const params = { guildId: nightCity };
  const listed = await api.call(errorLogs.listErrors, { params, query: {} }, token);
  const newest = await api.call(errorLogs.newestError, { params }, token);
  return { rows: rows(listed), newest: newest.json.data };
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
const job = async (name: string, data: object = {}) => await runJob(api.ctx, name, data);

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ChannelId.parse(
    ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id,
  );
  gateway = await connectGateway(api);
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
      // The gateway's data may be old, so the bot checks twice.
      await api.pass(seconds(4));
      const row = await announced();
      // If the check of the server was faster, the creator was already paused and the bot tried nothing.
      expect(['failed', 'skipped']).toContain(row?.outcome);
      expect([row?.reason, row?.action]).toEqual(['missingPermission', 'checkPermissions']);
    }, patience);
    expect(refusals()).toBe(before);
    expect(standing()).toEqual([]);
  });

  it('pauses the creator, and notifies the owner once of the missing permission and its channel', async () => {
    await vi.waitFor(async () => expect(await streamer()).toMatchObject({ pauseReason: 'permissions' }), patience);
    await job('notifications/check-server', { serverId: nightCity });
    expect(await troubles()).toEqual([{ message: 'The bot lacks permissions in #alerts: Embed Links.', count: 1 }]);
  });

  it('remains a reason to pause until it is granted again', async () => {
    await job('notifications/check-broken');
    expect(await streamer()).toMatchObject({ pauseReason: 'permissions' });
  });

  it('resumes the creator once it is granted again', async () => {
    deny(0n);
    await saved([]);
    // A check ignores a report that is newer than its gateway data.
    await api.pass(seconds(6));
    await job('notifications/check-broken');
    expect(await streamer()).toMatchObject({ pauseReason: null });
    await vi.waitFor(async () => {
      expect((await bell()).map(({ title, actionUrl, severity }) => ({ title, actionUrl, severity }))).toEqual([
        { title: 'Messages in Night City work again', actionUrl: page, severity: 'info' },
        { title: 'Messages in Night City have stopped', actionUrl: page, severity: 'warning' },
      ]);
    }, patience);
    await job('notifications/check-broken');
    await api.call(notifications.sendTest, { params, query: {} }, token);
    await sendDue(api.ctx);
    await vi.waitFor(() => expect(standing()).toHaveLength(1), patience);
  });

  it('is solved in the error log then, and no longer counted', async () => {
    // The line is too new for this check, so the next one judges it.
    await vi.waitFor(async () => {
      await api.pass(seconds(4));
      await job('notifications/check-broken');
      const { rows: log, newest } = await errorLog();
      expect(log).toMatchObject([{ reason: 'missingPermission', solvedTime: expect.any(Number) }]);
      expect(newest).toBeNull();
    }, patience);
  });

  it('leaves a stream that is still on to be posted by a press, once however often it is pressed', async () => {
    const live = await api.call(notifications.listLive, { params: { guildId: nightCity } }, token);
    const [deliveryId] = rows(live).map((row) => String(row.stoppedDelivery));
    expect(await announced()).toMatchObject({ id: deliveryId, canBePosted: true });
    const press = async () =>
      await api.call(notifications.postNow, { params: { guildId: nightCity, deliveryId: deliveryId ?? '' } }, token);
    const before = standing().length;
    const [first, second] = await Promise.all([press(), press()]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    await sendDue(api.ctx);
    await vi.waitFor(async () => {
      expect(await announced()).toMatchObject({ id: deliveryId, messageId: expect.any(String), canBePosted: false });
    }, patience);
    const third = await press();
    expect(third?.json.data).toBe('It has already been posted or is on its way, so it was not sent twice.');
    await sendDue(api.ctx);
    expect(standing()).toHaveLength(before + 1);
    expect(rows(await api.call(notifications.listLive, { params: { guildId: nightCity } }, token))).toMatchObject([
      { streamerUserName: 'xqc', stoppedDelivery: null },
    ]);
  });

  it('is noticed before the next stream, when it is deleted', async () => {
    deny(1n << 11n);
    await saved(['SendMessages', 'EmbedLinks']);
    await job('notifications/check-server', { serverId: nightCity });
    expect(await streamer()).toMatchObject({ pauseReason: 'permissions' });
    const { rows: log, newest } = await errorLog();
    expect(log).toMatchObject([{ missingPermissions: ['EmbedLinks', 'SendMessages'], solvedTime: null, count: 1 }]);
    expect(newest).toEqual(expect.any(Number));
  });

  it('is checked again on request, and the line shows what is still missing, or that it is solved', async () => {
    const check = async () => rows(await api.call(errorLogs.checkErrors, { params: { guildId: nightCity } }, token));
    // A check of older gateway data runs at the same time, and the last one wins.
    const says = async (bits: bigint, line: object) => {
      deny(bits);
      await vi.waitFor(async () => expect(await check()).toMatchObject([line]), patience);
    };
    await says(embedLinks, { missingPermissions: ['EmbedLinks'], solvedTime: null });
    expect(await streamer()).toMatchObject({ pauseReason: 'permissions' });
    await saved(['EmbedLinks']);
    await says(0n, { solvedTime: expect.any(Number) });
    await saved([]);
    // A check with older data may have finished last. The check every ten minutes corrects its result.
    await vi.waitFor(async () => {
      await job('notifications/check-broken');
      expect(await streamer()).toMatchObject({ pauseReason: null });
    }, patience);
  });

  it('is one trouble, however many creators it stops', async () => {
    const more = ['kettlecorn', 'nordwind'].map((streamer) => ({ ...params, streamer }));
    const body = { notificationChannelId: room } as never;
    for (const each of more) await api.call(notifications.addStreamer, { params: each, query: {}, body }, token);
    await api.call(errorLogs.clearErrors, { params: { guildId: nightCity } }, token);
    deny(embedLinks);
    await saved(['EmbedLinks']);
    await job('notifications/check-server', { serverId: nightCity });
    expect(await troubles()).toEqual([{ message: 'The bot lacks permissions in #alerts: Embed Links.', count: 1 }]);
    for (const each of more) await api.call(notifications.removeStreamer, { params: each, query: {} }, token);
  });
});

describe('a deleted role', () => {
  const savedAs = async (roleId: RoleId, isThere: boolean) =>
    await vi.waitFor(async () => {
      const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
      expect(state?.roles.has(roleId)).toBe(isThere);
    }, patience);
  /** Saves the role first, because a role that was never saved can also be missing. */
  const savedWithout = async (roleId: RoleId) => {
    await savedAs(roleId, false);
    // A role that was just created may not be saved yet.
    await api.pass(minutes(1));
  };
  const checkedByTwo = async () => {
    const check = async () => await job('notifications/check-server', { serverId: nightCity });
    await Promise.all([check(), check()]);
    await check();
  };
  const everythingStored = async () => {
    const tables = [
      'streamers',
      'creators',
      'notification_overrides',
      'welcome_leave',
      'birthday_settings',
      'starboards',
      'linked_role_rules',
    ];
    const found = tables.map(async (table) => (await api.ctx.db.execute(`select * from ${table}`)).rows);
    return await Promise.all(found);
  };

  it('is removed from everything that pinged it, and the owner reads it once', async () => {
    const { id } = discord('add-role', { guild_id: nightCity, name: 'Fans', mentionable: true }) as { id: string };
    const chosen = async () => (await streamer())?.['pingRoleId'];
    await api.call(notifications.updateStreamer, { params, query: {}, body: { pingRoleId: RoleId.parse(id) } }, token);
    expect(await chosen()).toBe(id);
    await savedAs(RoleId.parse(id), true);
    discord('remove-role', { guild_id: nightCity, role_id: id });
    await savedWithout(RoleId.parse(id));
    await checkedByTwo();
    expect(await chosen()).toBeNull();
    expect(await troubles()).toContainEqual({ message: 'The role for xqc no longer exists.', count: 1 });
  });

  it('is removed from all other settings that pinged or gave it, with one line for each', async () => {
    const made = (name: string) => discord('add-role', { guild_id: nightCity, name, position: 1 }) as { id: string };
    const [roleId, other] = [RoleId.parse(made('Everywhere').id), RoleId.parse(made('Kept').id)];
    await savedAs(other, true);
    const guild = { guildId: nightCity };
    const done = async (answer: Promise<Answer>) => expect((await answer).json?.error).toBeUndefined();
    const body = {
      subscriberRoleId: roleId,
      vipRoleId: other,
      liveRoleId: roleId,
      giftedSubRoles: [{ roleId, giftedSubs: 5 }],
    };
    await done(api.call(notifications.updateStreamer, { params, query: {}, body }, token));
    const channels = [{ platform: 'kick', streamerUserName: 'xqc' }] as const;
    const creator = { name: 'Somebody', channels, pingRoleId: roleId } as never;
    const added = await api.call(creators.addCreator, { params: guild, body: creator }, token);
    const { creatorId } = (added.json?.data ?? {}) as { creatorId: string };
    const override = {
      priorityOnConflict: 7,
      applyTo: ['kick'],
      query: ['x'],
      queryIn: ['title'],
      actions: ['cancel'],
      overridePingRoleId: roleId,
    };
    await done(api.call(overrides.saveOverride, { params: guild, query: {}, body: override as never }, token));
    const greetings = { welcomeEnabled: true, welcomeChannelId: room, welcomeRoleId: roleId };
    const birthdays = { birthdayEnabled: true, birthdayChannelId: room, birthdayRoleId: roleId };
    await done(api.call(servers.updateServer, { params: guild, body: { ...greetings, ...birthdays } }, token));
    await done(
      api.call(starboard.addStarboard, { params: guild, body: { channelId: room, rewardRole: roleId } }, token),
    );
    const rule = { roleId: other, onAddRolesToAdd: [roleId], onRemoveRolesToRemove: [roleId] };
    await done(api.call(linkedRoles.saveRule, { params: guild, query: {}, body: rule }, token));
    expect(JSON.stringify(await everythingStored())).toContain(roleId);

    // Waits before it deletes the role, because the following check may run at any time after that.
    await api.call(errorLogs.clearErrors, { params: guild }, token);
    discord('remove-role', { guild_id: nightCity, role_id: roleId });
    await savedWithout(roleId);
    await checkedByTwo();
    expect(JSON.stringify(await everythingStored())).not.toContain(roleId);
    expect(await streamer()).toMatchObject({ vipRoleId: other, giftedSubRoles: [] });
    const uses = ['a linked role rule', 'an override', 'birthdays', 'new members', 'Somebody, xqc', 'the starboard'];
    const told = (await troubles()).filter(({ message }) => String(message).startsWith('The role for '));
    expect(told.toSorted((a, b) => String(a.message).localeCompare(String(b.message)))).toEqual(
      uses.map((use) => ({ message: `The role for ${use} no longer exists.`, count: 1 })),
    );
    await done(api.call(creators.removeCreator, { params: { ...guild, creatorId } }, token));
  });
});

describe("a creator's own channel", () => {
  it('is checked as well: its managers read once that it is closed, and once that it is open', async () => {
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
    await vi.waitFor(async () => expect(await told()).toEqual(['Messages in Night City work again']), patience);
  });
});

describe('a bot that was removed', () => {
  it('is the only reason, because no permission would help', async () => {
    const address = { ...params, streamer: 'trainwreckstv' } as const;
    const body = { notificationChannelId: room };
    await api.call(notifications.addStreamer, { params: address, query: {}, body }, token);
    await api.call(errorLogs.clearErrors, { params: { guildId: nightCity } }, token);
    discord('kick-bot', { guild_id: nightCity });
    kick('go-live', { who: 'trainwreckstv', title: 'Nobody is here' });
    const found = async () =>
      (await api.ctx.db.execute(`select state, reason from deliveries where kind = 'live' order by queued_at desc`))
        .rows[0];
    await vi.waitFor(async () => {
      await api.pass(seconds(4));
      expect(await found()).toEqual({ state: 'failed', reason: 'botRemoved' });
    }, patience);
    expect((await api.ctx.db.execute('select reason from error_logs')).rows).toEqual([]);
    discord('invite-bot', { guild_id: nightCity });
  });
});
