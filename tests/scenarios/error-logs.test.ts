import { ChannelId, errorLogs, notifications, RoleId, servers } from '@tally/contract';
import { type Clusters, findServerStates } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { connectGateway } from '@tally/tests/gateway';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/**
 * Discord posts a message whose ping reaches no one without an error. The error log shows it until it is solved. Each
 * test continues where the last one stopped.
 */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: ChannelId;
let role: RoleId;

const us = '900000000000000001';
const mentionEveryone = 1n << 17n;
const patience = { timeout: 60_000, interval: 50 };
const guild = { guildId: nightCity };
const params = { ...guild, platform: 'kick', streamer: 'xqc' } as const;
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const standing = () => [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])];

const data = async <T>(answer: Promise<Answer>): Promise<T> => (await answer).json?.data as T;
const announced = async () => {
  const query = { platform: 'kick', streamer: 'xqc' } as const;
  type Rows = { rows: { kind: string; outcome: string | null; reason: string | null; explanation: string | null }[] };
  const { rows } = await data<Rows>(api.call(notifications.listJournal, { params: guild, query }, token));
  return rows.find(({ kind }) => kind === 'live');
};
const troubles = async () => {
  const found = await data<{ message: string; count: number; missingPermissions: string[] }[]>(
    api.call(errorLogs.listErrors, { params: guild, query: {} }, token),
  );
  return found.map(({ message, count, missingPermissions }) => ({ message, count, missingPermissions }));
};
const deny = async (bits: bigint) => {
  const overwrite = { id: us, type: 1, allow: '0', deny: String(bits) };
  discord('change-channel', { channel_id: room, permission_overwrites: [overwrite] });
  // The worker reads the state that the bot's process has saved, and caches it for two seconds.
  await vi.waitFor(async () => {
    const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
    const own = state?.channels.get(room)?.overwrites.find(({ id }) => id === us);
    expect([own?.deny ?? 0n, state && missingIn(api.ctx, state, room)]).toEqual([bits, []]);
    expect(state?.roles.get(role)?.isMentionable).toBe(false);
  }, patience);
  await api.pass(seconds(3));
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ChannelId.parse(discord('add-channel', { guild_id: nightCity, name: 'alerts' }).id);
  role = RoleId.parse(discord('add-role', { guild_id: nightCity, name: 'Fans', mentionable: false }).id);
  gateway = await connectGateway(api);
  const body = { notificationChannelId: room, pingRoleId: role } as never;
  await api.call(notifications.addStreamer, { params, query: {}, body }, token);
});
afterAll(async () => {
  await gateway?.stop();
  await api?.close();
});

it('a page knows beforehand where the bot may ping which role', async () => {
  await deny(mentionEveryone);
  type Found = { channels: { id: string; mayPingAll: boolean }[]; roles: { id: string; mentionable: boolean }[] };
  const query = { types: ['channels', 'roles'], force: true } as never;
  const found = await data<Found>(api.call(servers.getDiscordData, { params: guild, query }, token));
  expect(found.channels.find(({ id }) => id === room)?.mayPingAll).toBe(false);
  expect(found.roles.find(({ id }) => id === role)?.mentionable).toBe(false);
});

it('the message is posted, the journal shows that no one was pinged, and the error log shows the fix', async () => {
  kick('go-live', { who: 'xqc', title: 'Hello' });
  await vi.waitFor(() => expect(standing()).toMatchObject([{ pinged: { roles: [] } }]), patience);
  await vi.waitFor(async () => expect(await announced()).toMatchObject({ reason: 'pingsNobody' }), patience);
  const row = await announced();
  expect(row?.explanation).toContain(`the bot may not mention this role in <#${room}>`);
  await vi.waitFor(async () => {
    const message = `Messages in <#${room}> are posted without their ping: the bot may not mention @Fans there. Let everyone mention that role, or grant the bot “Mention @everyone, @here and All Roles”.`;
    expect(await troubles()).toEqual([{ message, count: 1, missingPermissions: ['MentionEveryone'] }]);
  }, patience);
});

it('an edit of that message does not make it forgotten', async () => {
  kick('change-title', { who: 'xqc', title: 'Another title' });
  await vi.waitFor(async () => {
    expect(standing()).toMatchObject([{ embeds: [{ title: 'Another title' }] }]);
    expect(await announced()).toMatchObject({ outcome: 'edited', reason: 'pingsNobody' });
  }, patience);
  expect(await troubles()).toHaveLength(1);
});

it('stays open until the bot has the permission, then solved, and disappears when the list is emptied', async () => {
  const newest = async () => await data<number | null>(api.call(errorLogs.newestError, { params: guild }, token));
  const check = async () =>
    await data<{ solvedTime: number | null }[]>(api.call(errorLogs.checkErrors, { params: guild }, token));
  expect([await check(), await newest()]).toMatchObject([[{ solvedTime: null }], expect.any(Number)]);
  await deny(0n);
  await vi.waitFor(async () => expect(await check()).toMatchObject([{ solvedTime: expect.any(Number) }]), patience);
  expect(await newest()).toBeNull();
  await api.call(errorLogs.clearErrors, { params: guild }, token);
  expect(await troubles()).toEqual([]);
});

it('if the bot may ping every role, nothing is reported', async () => {
  kick('end', { who: 'xqc' });
  const body = { notificationChannelId: room, pingRoleId: role } as never;
  const second = { ...params, streamer: 'trainwreckstv' } as const;
  await api.call(notifications.addStreamer, { params: second, query: {}, body }, token);
  kick('go-live', { who: 'trainwreckstv', title: 'Hello again' });
  await vi.waitFor(() => expect(standing().at(-1)).toMatchObject({ pinged: { roles: [role] } }), patience);
  await vi.waitFor(async () => {
    const { rows } = await api.ctx.db.execute(
      `select state, reason from deliveries where kind = 'live' order by queued_at desc limit 1`,
    );
    // A poll at the time of the push may already have reported an update.
    expect(rows).toEqual([{ state: expect.stringMatching(/^(?:posted|edited)$/), reason: null }]);
  }, patience);
  expect(await troubles()).toEqual([]);
});
