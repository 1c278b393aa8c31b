import { account, type GuildRoleList, notifications, serverParts, type User } from '@tally/contract';
import { type Answer, demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { linkAccount } from '@tally/tests/link';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { validateTokens } from '../../packages/features/src/connections/service/validate.ts';

/** If Discord sends no presences, people who linked Twitch still get the live role, even if they are already live. */
let api: TestApi;
let token: string;
let early: string;
let late: string;

const WHO = 'tinwhistler';
const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const twitch = (action: string, body: object) => api.sim.worlds.get('twitch')?.controls[action]?.(body);
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 60_000, interval: 50 });
const roles = () => api.sim.discord.state.guilds.get(nightCity)?.members.get(demoUser)?.roles ?? [];
const newRole = (name: string) =>
  (discord('add-role', { guild_id: nightCity, name, position: 1 }) as { id: string }).id;
const giveWhileLive = async (roleId: string) => {
  const query = { type: 'autoLiveRoles' satisfies GuildRoleList } as const;
  ok(await api.call(serverParts.saveRole, { ...inServer, query, body: { roleId, filter: null } as never }, token));
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(`insert into gateway_refusals (intent) values ('GuildPresences')`);
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  [early, late] = [newRole('On air'), newRole('On air, too')];
  const room = discord('add-channel', { guild_id: nightCity, name: 'alerts' }) as { id: string };
  const params = { guildId: nightCity, platform: 'twitch', streamer: WHO } as const;
  const body = { streamerUserName: WHO, notificationChannelId: room.id } as never;
  ok(await api.call(notifications.addStreamer, { params, query: {}, body }, token));
});
afterAll(() => api.close());

it('a person who links the account in the middle of a stream gets the role at once', async () => {
  await giveWhileLive(early);
  twitch('go-live', { who: WHO, title: 'Since an hour' });
  await until(async () => {
    const { rows } = await api.ctx.db.execute(`select id from stream_sessions where ended_at is null`);
    expect(rows).toHaveLength(1);
  });
  expect(roles()).not.toContain(early);
  await linkAccount(api, token, { platform: 'twitch', as: WHO });
  await until(() => expect(roles()).toContain(early));
});

it('a rule that is made in the middle of a stream counts for it', async () => {
  await giveWhileLive(late);
  await until(() => expect(roles()).toContain(late));
});

it('Twitch reports a person who revokes their permission, and they see it long before the hourly check', async () => {
  await validateTokens(api.ctx, new AbortController().signal);
  const heard = '"status":"enabled","type":"user.authorization.revoke"';
  await until(() => expect(JSON.stringify(api.sim.worlds.get('twitch')?.summary())).toContain(heard));
  twitch('take-back', { who: WHO });
  await until(async () => {
    const { database } = (await api.call(account.me, {}, token)).json.data as { database: User };
    expect(database.twitchAccount).toMatchObject({ username: WHO, isGone: true });
  });
});
