import { ChannelId, type ErrorRow, errorLogs, type Starboard, starboard } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Boards move, and their channels and messages are deleted. The test reads the result in the simulated channels. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let talk: ChannelId;
let people: string[];

const patience = { timeout: 60_000, interval: 50 };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const newId = (action: string, body: object) => (discord(action, body) as { id: string }).id;
const newChannel = (name: string) => ChannelId.parse(newId('add-channel', { guild_id: nightCity, name }));
const inServer = { params: { guildId: nightCity } };
const standing = (channel: string) =>
  [...(api.sim.discord.state.channels.get(channel)?.messages.values() ?? [])].map(({ content }) => content);
/** Runs queued jobs that become due while it waits. */
const until = async (check: () => void | Promise<void>) =>
  await vi.waitFor(async () => {
    await api.pass(seconds(1));
    await check();
  }, patience);
const say = (content: string) => newId('say', { channel_id: talk, user_id: demoUser, content });
const star = (message_id: string, ...who: number[]) => {
  for (const place of who)
    discord('react', { channel_id: talk, message_id, user_id: people[place] as string, emoji: '⭐' });
};
const move = async (from: ChannelId, to: ChannelId) => {
  const params = { guildId: nightCity, channelId: from };
  return await api.call(starboard.updateStarboard, { params, body: { channelId: to } }, token);
};
const boards = async () => (await api.call(starboard.listStarboards, inServer, token)).json.data as Starboard[];
const troubles = async () => (await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token)).json.data;
const open = async () => ((await troubles()) as ErrorRow[]).filter(({ solvedTime }) => solvedTime === null);
const typist = () => createTypist(api, talk);

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  talk = newChannel('talk');
  people = Array.from({ length: 5 }, (_, place) => {
    const id = newId('add-user', { username: `fan${place}` });
    discord('join', { guild_id: nightCity, user_id: id });
    return id;
  });
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a board that is moved', () => {
  it('leaves its posts behind, links to them, and one more star reposts those of a deleted channel', async () => {
    const [first, second] = [newChannel('first'), newChannel('second')];
    const body = { channelId: first, threshold: 2 } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body }, token)).status).toBe(200);
    const message = say('Worth keeping');
    star(message, 0, 1);
    await until(() => expect(standing(first)).toEqual([`⭐ **2** · <#${talk}>`]));
    // The post appears before it is stored in the database.
    await until(async () => expect(await boards()).toMatchObject([{ posts: 1 }]));
    expect((await move(first, second)).status).toBe(200);
    const picked = await typist().run('starboard random');
    expect(picked.message?.components[0]?.components[0]?.url).toContain(`/${nightCity}/${first}/`);

    discord('remove-channel', { channel_id: first });
    await until(async () => expect(await boards()).toMatchObject([{ posts: 0, stars: 0, pausedBy: null }]));
    expect(await typist().say('starboard random')).toContain('no starred messages');
    star(message, 2);
    await until(() => expect(standing(second)).toEqual([`⭐ **3** · <#${talk}>`]));
    expect(await troubles()).toEqual([]);
  });

  it('after its channel was deleted while the bot was away: reported once, and not again for each post', async () => {
    const [second, third] = [(await boards())[0]?.channelId as ChannelId, newChannel('third')];
    const message = say('Told once');
    star(message, 0, 1);
    await until(() => expect(standing(second)).toHaveLength(2));
    await gateway.stop();
    // A new session receives no earlier events.
    await api.ctx.db.execute('delete from gateway_shards');
    discord('remove-channel', { channel_id: second });
    expect((await move(second, third)).status).toBe(200);
    gateway = await connectGateway(api);
    star(message, 2);
    // The edit is refused while the star arrives, so the star's own check does not count as the next one.
    await vi.waitFor(() => expect(standing(third)).toEqual([`⭐ **3** · <#${talk}>`]), patience);
    expect(await troubles()).toEqual([]);
  });
});

describe('trouble with the channel of a board', () => {
  it('is solved when its owner chooses another channel, and not by any other change', async () => {
    const [board] = await boards();
    const former = board?.channelId as ChannelId;
    discord('remove-channel', { channel_id: former });
    await until(async () => expect(await open()).toMatchObject([{ reason: 'unknownChannel' }]));
    const params = { guildId: nightCity, channelId: former };
    const change = async (body: object) => (await api.call(starboard.updateStarboard, { params, body }, token)).status;
    expect(await change({ threshold: 3 })).toBe(200);
    expect(await open()).toMatchObject([{ reason: 'unknownChannel' }]);
    expect(await change({ channelId: newChannel('fourth') })).toBe(200);
    expect(await open()).toEqual([]);
  });
});

describe('the role for authors', () => {
  it('that is now above the bot is one line of the error log, with its name', async () => {
    const rewardRole = newId('add-role', { guild_id: nightCity, name: 'Star of the week', position: 1 });
    const channelId = newChannel('rewards');
    const body = { channelId, threshold: 1, rewardRole } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body }, token)).json.error).toBeUndefined();
    discord('change-role', { guild_id: nightCity, role_id: rewardRole, position: 90 });
    star(say('One'), 0);
    await until(async () => expect(await open()).toHaveLength(1));
    // Rewards that arrive together cause one try, which counts once.
    star(say('Two'), 0);
    await until(() => expect(standing(channelId)).toHaveLength(2));
    const told = 'The role Star of the week is not below the bot’s role, so the bot cannot give or take it.';
    await until(async () => expect(await open()).toMatchObject([{ message: told, count: 2 }]));
  });
});

describe('from the chat', () => {
  it('a message that is deleted between the menu and the button is put on no board', async () => {
    const hall = newChannel('hall');
    expect(await typist().say('starboard setup', { channel: hall, threshold: 5 })).toContain(`<#${hall}>`);
    const message = say('Never mind');
    const asked = await typist().run('Post to starboard', {}, { targetId: message });
    discord('delete', { channel_id: talk, message_id: message });
    expect(textOf(await typist().press(asked.message, '#hall'))).toBe('This message has been deleted.');
    expect(standing(hall)).toEqual([]);
  });

  it('two pictures are not an emoji, and a thread is reported as a thread', async () => {
    const channel = newChannel('flames');
    const setup = async (emoji: string) => await typist().say('starboard setup', { channel, emoji });
    expect(await setup('🔥🔥')).toBe('This emoji cannot be used here.');
    expect(await setup('👨‍👩‍👧‍👦')).toContain(`<#${channel}>`);
    const { id } = await api.ctx.discord.messages.openThread({
      channelId: talk,
      messageId: say('Root') as never,
      name: 'A thread',
    });
    const inThread = createTypist(api, id);
    expect(await inThread.say('sticky set', { message: 'Be kind' })).toBe('This is a thread. Choose a channel.');
    expect(await inThread.say('panel synchronize')).toBe('This is a thread. Choose a channel.');
    expect(await typist().say('sticky set', { message: '\u200b' })).toContain('The message is empty.');
  });
});
