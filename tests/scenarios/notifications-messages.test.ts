import { notifications, serverParts, servers } from '@tally/contract';
import { createGateway, type Gateway, on } from '@tally/discord/gateway';
import { createRouter } from '@tally/discord/interactions';
import { minutes, seconds, silentLog } from '@tally/kernel';
import { nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** A server writes its own messages, and people react to them. Each test continues where the last one stopped. */
let api: TestApi;
let gateway: Gateway;
let token: string;
let room: string;
let role: string;

interface Shown {
  id: string;
  content: string;
  embeds: { title?: string; footer?: { text: string } }[];
  components: { components: { label?: string; url?: string; custom_id?: string }[] }[];
  pinged: { roles: string[] };
  thread?: { name: string };
}

const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const youtube = (action: string, body: object) => api.sim.worlds.get('youtube')?.controls[action]?.(body);
const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);
const shown = async () => ((await discord('messages', { channel_id: room })) as { messages: Shown[] }).messages;
const home = { params: { guildId: nightCity }, query: {} } as const;
const streamer = (platform: 'kick' | 'youtube', name: string) =>
  ({ params: { guildId: nightCity, platform, streamer: name }, query: {} }) as const;
const rolesOf = (userId: string) => api.sim.discord.state.guilds.get(nightCity)?.members.get(userId)?.roles;

/** Moves the clock until the push or a poll was handled. */
const untilShown = async (isIt: (message: Shown) => boolean): Promise<Shown> => {
  const look = async () => {
    const messages = await shown();
    const found = messages.find(isIt);
    if (found) return found;
    await api.pass(seconds(15));
    throw new Error(`not among ${JSON.stringify(messages.map((message) => message.content))}`);
  };
  return await vi.waitFor(look, { timeout: 60_000, interval: 250 });
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  const { ctx } = api;
  await ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
  const added = await discord('add-role', { guild_id: nightCity, name: 'Pings', mentionable: true, position: 1 });
  role = (added as { id: string }).id;
  const router = createRouter({
    parts: ctx.features.flatMap((feature) => feature.commands ?? []),
    discord: ctx.discord,
    makeCtx: () => ctx,
  });
  gateway = createGateway({
    discord: ctx.discord,
    token: ctx.config.discord.token,
    listeners: [on('interaction', async (_ctx, raw) => await router.handle(raw))],
    makeCtx: () => ctx,
    log: silentLog,
  });
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a message that the server wrote', () => {
  it('is saved, shown with the server, and refused with the field where it could never be sent', async () => {
    const query = { type: 'customMessages', subType: 'kickLive' } as const;
    const save = async (content: string) =>
      await api.call(serverParts.saveMessage, { ...home, query, body: { type: 'kickLive', content } }, token);
    const refused = await save('{streamr} is live');
    expect([refused.status, String(refused.json.error)]).toEqual([400, expect.stringContaining('“streamer”')]);
    const saved = await save('{streamer} in {server}: {title}');
    expect([saved.status, saved.json.data]).toEqual([200, 'The message has been saved.']);
    const read = await api.call(servers.getServer, home, token);
    expect(read.json.data).toMatchObject({
      messages: [{ type: 'kickLive', content: '{streamer} in {server}: {title}' }],
    });
  });

  it('looks right to people, with its own ping, button and thread', async () => {
    const body = { notificationChannelId: room, pingRoleId: role, showNotifyButton: true, openThread: true };
    const added = await api.call(notifications.addStreamer, { ...streamer('kick', 'xqc'), body: body as never }, token);
    expect(added.status).toBe(200);
    kick('go-live', { who: 'xqc', title: 'Reacting' });
    const message = await untilShown(({ content }) => content.includes('Night City'));
    expect(message.content).toBe(`<@&${role}> xqc in Night City: Reacting`);
    expect(message.pinged.roles).toEqual([role]);
    expect(message.components.flatMap((row) => row.components.map((button) => button.label))).toEqual([
      'Watch stream',
      'Notify me',
    ]);
    await vi.waitFor(() => {
      const threads = [...api.sim.discord.state.channels.values()].filter((channel) => channel.parent_id === room);
      expect(threads.map((thread) => thread.name)).toEqual(['Reacting']);
    }, 60_000);
  });
});

describe('the button below it', () => {
  const press = async () => {
    const message = await untilShown(({ content }) => content.includes('Night City'));
    const customId = message.components[0]?.components.find((button) => button.custom_id)?.custom_id;
    const asked = { channel_id: room, message_id: message.id, user_id: somebodyElse, custom_id: customId };
    return (await discord('press', asked)) as { outcome: string; message?: { content: string; flags?: number } };
  };

  it('gives the role, and takes it again, in a reply that only the person sees', async () => {
    await discord('add-member', { guild_id: nightCity, user_id: somebodyElse });
    const given = await press();
    expect(given.message?.content).toBe('You will be pinged when xqc goes live. Press again to stop.');
    expect([...(rolesOf(somebodyElse) ?? [])]).toContain(role);
    const taken = await press();
    expect(taken.message?.content).toBe('You will no longer be pinged for xqc.');
    expect([...(rolesOf(somebodyElse) ?? [])]).not.toContain(role);
  });

  it('names the person to ask if the bot may not give the role', async () => {
    await discord('change-role', { guild_id: nightCity, role_id: role, position: 99 });
    await api.ctx.cache.forgetPrefix('');
    expect((await press()).message?.content).toContain('Please contact a manager of this server.');
    expect([...(rolesOf(somebodyElse) ?? [])]).not.toContain(role);
  });

  it('does nothing any more once another role is pinged by hand of the owner', async () => {
    const body = { showNotifyButton: false };
    await api.call(notifications.updateStreamer, { ...streamer('kick', 'xqc'), body: body as never }, token);
    expect((await press()).message?.content).toBe('This button is no longer in use.');
  });
});

describe('a video', () => {
  it('is posted once, and a test of it shows the last one without a ping', async () => {
    const body = { videoNotificationChannelId: room, pingRoleId: role };
    const added = await api.call(
      notifications.addStreamer,
      { ...streamer('youtube', 'mkbhd'), body: body as never },
      token,
    );
    expect([added.status, added.text]).toEqual([200, expect.any(String)]);
    // Posts from before the server followed the channel are not announced.
    await vi.waitFor(async () => {
      const { rows } = await api.ctx.db.execute('select 1 from channels where videos_known_at is not null');
      expect(rows).toHaveLength(1);
    }, 60_000);
    youtube('upload', { who: 'mkbhd', title: 'The phone that folds twice' });
    await vi.waitFor(
      async () => {
        await api.pass(minutes(1));
        const found = (await shown()).filter(({ embeds }) => embeds[0]?.title === 'The phone that folds twice');
        expect(found.map((message) => message.pinged.roles)).toEqual([[role]]);
      },
      { timeout: 30_000, interval: 250 },
    );
    const query = { subType: 'video' } as const;
    const tested = await api.call(notifications.sendTest, { ...streamer('youtube', 'mkbhd'), query }, token);
    expect(tested.status).toBe(200);
    await vi.waitFor(async () => {
      const found = (await shown()).filter(({ embeds }) => embeds[0]?.title === 'The phone that folds twice');
      expect(found.map((message) => message.pinged.roles.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
    }, 60_000);
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
