import { type Leaderboards, leaderboards, notifications } from '@tally/contract';
import { seconds } from '@tally/kernel';
import { type Answer, demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { linkAccount } from '@tally/tests/link';
import { createTypist, type Shown } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Viewers gift subscriptions on Kick, and a message in a channel shows who gifted most. */
let api: TestApi;
let token: string;
let room: string;
let first: string;

const gifter = 'trainwreckstv';
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const follow = async (platform: 'kick' | 'twitch', settings: object) => {
  const params = { guildId: nightCity, platform, streamer: 'xqc' };
  ok(await api.call(notifications.addStreamer, { params, query: {}, body: settings as never }, token));
};
const board = () => {
  const messages = [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])] as unknown as Shown[];
  return JSON.stringify(messages.find(({ embeds }) => embeds[0]?.title?.startsWith('Gifted subs')));
};
/** Runs queued jobs that become due while it waits. */
const until = async (check: () => void | Promise<void>) =>
  await vi.waitFor(
    async () => {
      await api.pass(seconds(5));
      await check();
    },
    { timeout: 60_000, interval: 50 },
  );

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  room = discord('add-channel', { guild_id: nightCity, name: 'board' }).id;
  first = discord('add-role', { guild_id: nightCity, name: 'first', position: 1 }).id;
  await linkAccount(api, token, { platform: 'kick', as: gifter });
  await follow('kick', { leaderBoardSyncRoles: [{ type: 'weekly', roles: [{ roleId: first, position: 1 }] }] });
  // Follows the same name on a platform without a leaderboard.
  await follow('twitch', {});
});
afterAll(() => api.close());

it('a gift on Kick is on the panel a minute later, and the first place has its role', async () => {
  const panel = await createTypist(api, room).say('panel leaderboard', { streamer: 'xqc', channel: room });
  expect(panel).toContain('stays up to date');
  expect(board()).toContain('No gifted subs yet.');
  await vi.waitFor(() => expect(api.sim.worlds.get('kick')?.summary()).toMatchObject({ subscriptions: 5 }), 60_000);
  api.sim.worlds.get('kick')?.controls['gift']?.({ who: 'xqc', by: gifter, count: 40 });
  const params = { guildId: nightCity, streamer: 'xqc' };
  await until(async () => {
    const { json } = await api.call(leaderboards.getLeaderboards, { params }, token);
    const { standings, message } = json.data as Leaderboards;
    expect(standings.weekly).toMatchObject([{ displayName: gifter, gifts: 40 }]);
    expect(JSON.stringify(message.payload)).toContain(`**${gifter}** · 40 subs`);
  });
  await until(() => {
    expect(board()).toContain(`**${gifter}** · 40 subs`);
    expect(api.sim.discord.state.guilds.get(nightCity)?.members.get(demoUser)?.roles).toContain(first);
  });
});
