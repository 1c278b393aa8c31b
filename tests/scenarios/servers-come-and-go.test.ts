import type { ServerId } from '@tally/contract';
import { createGateway, type Gateway } from '@tally/discord/gateway';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const harbour = '802000000000000000' as ServerId;
const withoutBot = '804000000000000000' as ServerId;

let api: TestApi;
let gateway: Gateway;
let robin: string;

function openGateway(): Gateway {
  const { ctx } = api;
  return createGateway({
    discord: ctx.discord,
    token: ctx.config.discord.token,
    listeners: ctx.features.flatMap((feature) => feature.gateway ?? []),
    makeCtx: () => ctx,
    log: ctx.log,
  });
}

beforeAll(async () => {
  api = await testApi();
  gateway = openGateway();
  await gateway.start();
  robin = await api.logIn();
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

const statusOf = async (id: ServerId) => (await api.request('GET', `/data/guild/${id}`, { token: robin })).status;
const soon = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 30_000 });
/** Waits until the owner's call returns this status, and returns the answer. */
async function becomes(id: ServerId, status: number): Promise<number> {
  await soon(async () => expect(await statusOf(id)).toBe(status));
  return status;
}
async function act(name: string, about: Record<string, unknown>): Promise<void> {
  const action = api.sim.discord.controls[name];
  if (!action) throw new Error(`the simulated Discord cannot ${name}`);
  await action(about);
}

describe('the bot and its servers', () => {
  it('knows all its servers soon after it connected', async () => {
    await becomes(nightCity, 200);
    await becomes(harbour, 200);
    expect(await statusOf(withoutBot)).toBe(404);
    // Strangers only see servers that choose to be listed.
    const top = async () => {
      const { data } = (await api.request('GET', '/status?topServers')).json as {
        data: { topServers: { id: string; members: number }[] };
      };
      return data.topServers;
    };
    expect(await top()).toEqual([]);
    const list = { token: robin, body: { isListed: true } };
    expect((await api.request('PATCH', `/data/guild/${nightCity}`, list)).status).toBe(200);
    expect(await top()).toMatchObject([{ id: nightCity, members: expect.any(Number) }]);
  });

  it('is found in a server as soon as it is invited', async () => {
    await act('invite-bot', { guild_id: withoutBot });
    expect(await becomes(withoutBot, 200)).toBe(200);
  });

  it('shows a new name, and fixed problems, at once', async () => {
    const read = async (path: string) => (await api.request('GET', path, { token: robin })).json.data;
    await act('change-guild', { guild_id: nightCity, name: 'Day City' });
    await soon(async () => expect(await read(`/data/guild/${nightCity}`)).toMatchObject({ name: 'Day City' }));
    const channelsOf = async () =>
      (await read(`/@me/guilds/${nightCity}?types=channels`)) as { channels: { name: string; id: string }[] };
    const [first] = (await channelsOf()).channels;
    await act('change-channel', { channel_id: first?.id, name: 'renamed' });
    await soon(async () => expect((await channelsOf()).channels[0]?.name).toBe('renamed'));
  });

  it('keeps a server that Discord loses for a while', async () => {
    await act('unavailable', { guild_id: nightCity, unavailable: true });
    await act('kick-bot', { guild_id: withoutBot });
    // Sent after the outage, so its arrival shows that the outage was handled.
    await becomes(withoutBot, 404);
    expect(await statusOf(nightCity)).toBe(200);
    await act('unavailable', { guild_id: nightCity, unavailable: false });
    await becomes(nightCity, 200);
  });

  it('notices after a restart what happened in between', async () => {
    await gateway.stop();
    await act('kick-bot', { guild_id: harbour });
    gateway = openGateway();
    await gateway.start();
    expect(await becomes(harbour, 404)).toBe(404);
    expect(await becomes(nightCity, 200)).toBe(200);
  });
});
