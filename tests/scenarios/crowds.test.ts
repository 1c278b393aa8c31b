import { ChannelId, errorLogs, servers } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { runRoleJob } from '@tally/tests/roles';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Many people do the same thing at the same time. The test reads the result in the simulated server. */
let api: TestApi;
let gateway: Clusters;
let token: string;

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const newId = (action: string, body: object) => (discord(action, body) as { id: string }).id;

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

it('sixty people join at once: each is greeted once, or counted where the owner reads why not; all have the role', async () => {
  const hall = ChannelId.parse(newId('add-channel', { guild_id: nightCity, name: 'hall' }));
  const role = newId('add-role', { guild_id: nightCity, name: 'Newcomers', position: 1 });
  const inServer = { params: { guildId: nightCity }, query: {} };
  const body = { welcomeEnabled: true, welcomeChannelId: hall, welcomeRoleId: role } as never;
  expect((await api.call(servers.updateServer, { ...inServer, body }, token)).status).toBe(200);
  const crowd = Array.from({ length: 60 }, (_, place) => newId('add-user', { username: `newcomer${place}` }));
  for (const user_id of crowd) discord('join', { guild_id: nightCity, user_id });

  const members = () => api.sim.discord.state.guilds.get(nightCity)?.members;
  const without = () => crowd.filter((id) => ![...(members()?.get(id)?.roles ?? [])].includes(role));
  const greeted = () =>
    [...(api.sim.discord.state.channels.get(hall)?.messages.values() ?? [])].flatMap(({ content }) =>
      crowd.filter((id) => content.includes(`<@${id}>`)),
    );
  type Lines = { message: string; count: number }[];
  const troubles = async () => (await api.call(errorLogs.listErrors, inServer, token)).json.data as Lines;
  await vi.waitFor(
    async () => {
      const [told, ...others] = await troubles();
      expect(others).toEqual([]);
      expect(greeted().length + (told?.count ?? 0)).toBe(crowd.length);
    },
    { timeout: 120_000, interval: 100 },
  );
  // If a busy machine loses a job, its members stay reserved for two minutes of this clock, until a sweep retries them.
  await vi.waitFor(
    async () => {
      await api.pass(seconds(5));
      await runRoleJob(api.ctx, 'sweep');
      expect(without()).toEqual([]);
    },
    { timeout: 120_000, interval: 1_000 },
  );
  expect(new Set(greeted()).size).toBe(greeted().length);
  expect(greeted().length).toBeGreaterThanOrEqual(30);
  expect((await troubles())[0]?.message).toBe(
    `Too many members joined or left at once. In <#${hall}> at most 30 a minute are announced.`,
  );
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
