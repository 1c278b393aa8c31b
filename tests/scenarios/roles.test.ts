import { connections, notifications } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { type Answer, demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { linkAccount } from '@tally/tests/link';
import { createTypist } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serverAppeared } from '../../packages/features/src/servers/service/presence.ts';

/** Several features change one member's roles, which the test reads in the simulated Discord's member list. */
let api: TestApi;
let token: string;
let shared: string;
let other: string;

const streamer = { guildId: nightCity, platform: 'kick', streamer: 'xqc' } as const;
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const kick = (action: string, body: object = {}) =>
  api.sim.worlds.get('kick')?.controls[action]?.({ who: 'xqc', ...body });
const has = (userId: string, role: string): boolean =>
  (api.sim.discord.state.guilds.get(nightCity)?.members.get(userId)?.roles ?? []).includes(role);
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 60_000, interval: 20 });
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);

const newRole = async (name: string) =>
  ((await discord('add-role', { guild_id: nightCity, name, position: 1 })) as { id: string }).id;
async function newMember(username: string): Promise<string> {
  const { id } = (await discord('add-user', { username })) as { id: string };
  await discord('join', { guild_id: nightCity, user_id: id });
  return id;
}
const link = async (account: string, token: string) => await linkAccount(api, token, { platform: 'kick', as: account });
const change = async (body: object) =>
  ok(await api.call(notifications.updateStreamer, { params: streamer, query: {}, body: body as never }, token));

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http' } });
  const seen = { name: 'Night City', icon: null, banner: null, ownerId: demoUser, memberCount: 20 };
  await serverAppeared(api.ctx, { id: nightCity, ...seen } as never);
  [shared, other] = [await newRole('Both'), await newRole('Subscribers')];
  token = await api.logIn();
  ok(await api.call(notifications.addStreamer, { params: streamer, query: {}, body: {} as never }, token));
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

it('a role that a live stream gave stays after its end with a member whose subscription is a reason, too', async () => {
  const crew = [await newMember('crew_first'), await newMember('subscriber'), await newMember('crew_last')];
  const [first, ann, last] = crew as [string, string, string];
  await change({ subscriberRoleId: other, liveRoleId: shared, usersForLiveRole: crew, offlineGraceMinutes: 0 });
  const annsToken = await api.logIn(ann);
  await link('trainwreckstv', annsToken);
  kick('subscribe', { by: 'trainwreckstv' });
  await until(() => expect(has(ann, other)).toBe(true));

  await kick('go-live', { title: 'Two reasons' });
  await until(() => expect(crew.map((userId) => has(userId, shared))).toEqual([true, true, true]));
  // The check that removes the old role sees that the new one was already given.
  await change({ subscriberRoleId: shared });
  await until(() => expect(has(ann, other)).toBe(false));

  await kick('end');
  api.clock.move(minutes(2));
  await until(() => expect([has(first, shared), has(last, shared)]).toEqual([false, false]));
  expect(has(ann, shared)).toBe(true);

  // The role is removed together with its last reason.
  ok(await api.call(connections.disconnect, { params: { platform: 'kick' } }, await api.logIn(ann)));
  await until(() => expect(has(ann, shared)).toBe(false));
});

it('a role that Discord refuses is explained to the person who asks, and given once the cause is fixed', async () => {
  const [above, gone] = [await newRole('Soon above'), await newRole('Soon gone')];
  await change({ subscriberRoleId: above, giftedSubRoles: [{ roleId: gone, giftedSubs: 1 }] });
  const bob = await newMember('bob');
  await link('lumi-vale', await api.logIn(bob));
  kick('subscribe', { by: 'lumi-vale' });
  kick('gift', { by: 'lumi-vale', to: 'nordwind' });
  await until(() => expect([has(bob, above), has(bob, gone)]).toEqual([true, true]));
  const { id: room } = (await discord('add-channel', { guild_id: nightCity, name: 'roles' })) as { id: string };
  // Retries, because the job that gave the roles may still be running.
  const ask = async (): Promise<string> => {
    const answer = await createTypist(api, room).say('sync', {}, bob);
    return answer.includes('checked right now') ? await ask() : answer;
  };
  await ask();

  await discord('change-role', { guild_id: nightCity, role_id: above, position: 99 });
  await discord('remove-role', { guild_id: nightCity, role_id: gone });
  await discord('member', { guild_id: nightCity, user_id: bob, roles: [] });
  const answer = await ask();
  expect(answer).toContain(`because the role is above the bot: <@&${above}>`);
  expect(answer).toContain(`because the role no longer exists: <@&${gone}>`);
  await discord('change-role', { guild_id: nightCity, role_id: above, position: 1 });
  expect(await ask()).toContain(`**Added:** <@&${above}>`);
  expect(has(bob, above)).toBe(true);
});
