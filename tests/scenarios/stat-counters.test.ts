import { errorLogs, statCounters } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Counters are created by command, and people delete their channels. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: string;

const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const make = async () => await createTypist(api, room).say('setup stats_channel', { shows: 'members' });
const counterChannels = () =>
  [...(api.sim.discord.state.guilds.get(nightCity)?.channels.values() ?? [])].filter(({ name }) =>
    name.startsWith('Members: '),
  );
const deleteByHand = () => {
  for (const { id } of counterChannels()) discord('remove-channel', { channel_id: id });
};
const pauses = async () => {
  const { json } = await api.call(statCounters.listCounters, inServer, token);
  return (json.data as { pauseReason: string | null }[]).map((each) => each.pauseReason);
};
const troubles = async () => {
  const { json } = await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token);
  return (json.data as { message: string; count: number }[]).map(({ message, count }) => [message, count]);
};

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  room = (discord('add-channel', { guild_id: nightCity, name: 'commands' }) as { id: string }).id;
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

it('a deleted channel of a counter is reported at once, once, and made again on request', async () => {
  expect(await make()).toContain('Created <#');
  expect([counterChannels().length, await make()]).toEqual([1, 'This channel already exists.']);
  deleteByHand();
  await vi.waitFor(async () => expect(await pauses()).toEqual(['channelGone']), 60_000);
  expect(await troubles()).toEqual([[expect.stringContaining('no longer exists'), 1]]);
  expect(await make()).toContain('Created <#');
  expect([counterChannels().length, await pauses()]).toEqual([1, [null]]);
});

it('one that was deleted while the bot was away is made again when asked for', async () => {
  await gateway.stop();
  deleteByHand();
  expect(await make()).toContain('Created <#');
  expect([counterChannels().length, await pauses()]).toEqual([1, [null]]);
});
