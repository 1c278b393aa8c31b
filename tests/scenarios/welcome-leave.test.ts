import { errorLogs, type GuildPatch, servers, welcomeLeave } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { type Answer, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Members join and leave, as seen in a server's channel. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let hall: string;
let role: string;

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const inServer = { params: { guildId: nightCity } };
const about = (words: string) =>
  [...(api.sim.discord.state.channels.get(hall)?.messages.values() ?? [])].filter(({ content }) =>
    content.includes(words),
  );
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const change = async (body: GuildPatch) => ok(await api.call(servers.updateServer, { ...inServer, body }, token));

beforeAll(async () => {
  api = await chatApi();
  hall = discord('add-channel', { guild_id: nightCity, name: 'hall' }).id;
  role = discord('add-role', { guild_id: nightCity, name: 'Guest', position: 1 }).id;
  gateway = await connectGateway(api);
  token = await api.logIn();
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a new member', () => {
  it('is greeted with a card after the rules, once, and missed when they go', async () => {
    await change({
      welcomeEnabled: true,
      welcomeChannelId: hall as never,
      welcomeCard: true,
      welcomeTrigger: 'screening',
      welcomeRoleId: role as never,
      leaveEnabled: true,
      leaveChannelId: hall as never,
    });
    const { id } = discord('add-user', { username: 'nova', global_name: 'نوفا 🎉' });
    const who = { guild_id: nightCity, user_id: id };
    discord('join', { ...who, pending: true });
    discord('member', { ...who, nick: 'نوفا' });
    expect(() => discord('say', { channel_id: hall, user_id: id, content: 'hello' })).toThrow('rules');
    // A later member without rules to accept is greeted first, which shows that the earlier one is waiting.
    const { id: other } = discord('add-user', { username: 'second' });
    discord('join', { guild_id: nightCity, user_id: other });
    await vi.waitFor(() => expect(about(other)).toHaveLength(1), 60_000);
    expect(about(id)).toEqual([]);
    for (let n = 0; n < 2; n += 1) discord('member', { ...who, pending: false });
    await vi.waitFor(() => expect(about(id)).toHaveLength(1), 60_000);
    expect(about(id)[0]).toMatchObject({ attachments: [{ filename: 'card.png' }], pinged: { users: [] } });
    const holds = () => api.sim.discord.state.guilds.get(nightCity)?.members.get(id)?.roles.includes(role);
    await vi.waitFor(() => expect(holds()).toBe(true), 60_000);
    discord('leave', who);
    await vi.waitFor(() => expect(about('نوفا')).toHaveLength(1), 60_000);
    expect(about(id)).toHaveLength(1);
  });

  it('a member whom the bot may not greet has a line in the error log with the reason', async () => {
    const bot = api.ctx.config.discord.clientId;
    discord('change-channel', {
      channel_id: hall,
      permission_overwrites: [{ id: bot, type: 1, allow: '0', deny: String(1n << 11n) }],
    });
    const { id } = discord('add-user', { username: 'unseen' });
    discord('join', { guild_id: nightCity, user_id: id });
    await vi.waitFor(async () => {
      const { json } = await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token);
      expect(json.data).toMatchObject([
        { reason: 'missingPermission', missingPermissions: ['EmbedLinks', 'SendMessages'] },
      ]);
    }, 60_000);
    expect(about(id)).toEqual([]);
    discord('change-channel', { channel_id: hall, permission_overwrites: [] });
  });

  it('would look like this: the picture is drawn for the viewer', async () => {
    const card = { params: { guildId: nightCity, type: 'leave' as const } };
    const { json } = await api.call(welcomeLeave.previewCard, card, token);
    expect((json.data as { image: string }).image).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it('is set up and reset from the chat', async () => {
    const { say } = createTypist(api, hall);
    expect(await say('welcome reset', { type: 'leave' })).toContain('Turned off: the leave message');
    expect(await say('welcome setup', { type: 'welcome', channel: hall })).toContain(`osted in <#${hall}>`);
    const { json } = await api.call(servers.getServer, { ...inServer, query: {} }, token);
    expect(json.data).toMatchObject({ welcomeEnabled: true, welcomeChannelId: hall, leaveEnabled: null });
  });
});
