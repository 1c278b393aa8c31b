import { ChannelId, type MessagePreview, serverParts, starboard } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** People star a message. The test reads the result in the simulated channels. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let talk: ChannelId;
let board: ChannelId;
let people: string[];

const patience = { timeout: 60_000, interval: 50 };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const inServer = { params: { guildId: nightCity } };
const standing = (channel: string) =>
  [...(api.sim.discord.state.channels.get(channel)?.messages.values() ?? [])].map((message) => ({
    id: message.id,
    content: message.content,
  }));
const connect = async () => {
  gateway = await connectGateway(api);
};
/** Runs queued jobs that become due while it waits. */
const until = async (check: () => void) =>
  await vi.waitFor(async () => {
    await api.pass(seconds(1));
    check();
  }, patience);

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  const made = async (name: string) =>
    ChannelId.parse(((await discord('add-channel', { guild_id: nightCity, name })) as { id: string }).id);
  [talk, board] = await Promise.all([made('talk'), made('stars')]);
  people = Array.from({ length: 10 }, (_, place) => {
    const { id } = discord('add-user', { username: `fan${place}` }) as { id: string };
    discord('join', { guild_id: nightCity, user_id: id });
    return id;
  });
  await connect();
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a starboard', () => {
  it('ten accounts star at once: one post; stars given while the bot was away are counted when it is back', async () => {
    const body = { channelId: board, threshold: 3, deleteIfLost: true } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body }, token)).status).toBe(200);
    const said = { channel_id: talk, user_id: demoUser, content: 'We **won** @everyone' };
    const { id } = discord('say', said) as { id: string };
    const react = (user_id: string) => discord('react', { channel_id: talk, message_id: id, user_id, emoji: '⭐' });
    for (const person of people.slice(0, 9)) react(person);
    await until(() => expect(standing(board).map((each) => each.content)).toEqual([`⭐ **9** · <#${talk}>`]));
    await gateway.stop();
    react(people[9] as string);
    await connect();
    await until(() => expect(standing(board).map((each) => each.content)).toEqual([`⭐ **10** · <#${talk}>`]));
    const [post] = api.sim.discord.state.channels.get(board)?.messages.values() ?? [];
    expect(post?.pinged).toMatchObject({ everyone: false });
    discord('delete', { channel_id: talk, message_id: id });
    await until(() => expect(standing(board)).toEqual([]));
  });
});

describe('from the chat', () => {
  const say = (path: string, options?: object) => createTypist(api, talk).say(path, options);

  it('a star opens a thread and rewards the author, once', async () => {
    const { id: rewardRole } = discord('add-role', { guild_id: nightCity, name: 'Star', position: 1 }) as {
      id: string;
    };
    const { id: channelId } = discord('add-channel', { guild_id: nightCity, name: 'threads' }) as { id: string };
    const body = { channelId, threshold: 1, emojiName: '🎉', openThreadOnStar: true, rewardRole } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body }, token)).json.error).toBeUndefined();
    const author = people[8] as string;
    const said = discord('say', { channel_id: talk, user_id: author, content: 'Talk about it' }) as { id: string };
    discord('react', { channel_id: talk, message_id: said.id, user_id: people[7], emoji: '🎉' });
    const guild = api.sim.discord.state.guilds.get(nightCity);
    await until(() => expect(standing(channelId)).toHaveLength(1));
    await until(() => expect(guild?.members.get(author)?.roles).toContain(rewardRole));
    await until(() => expect([...(guild?.threads.values() ?? [])].map(({ name }) => name)).toEqual(['Talk about it']));
    expect(
      (
        await api.call(
          starboard.removeStarboard,
          { params: { guildId: nightCity, channelId: channelId as never } },
          token,
        )
      ).status,
    ).toBe(200);
  });

  it('the preview shows a message of the caller with the unsaved emoji and number', async () => {
    const params = { guildId: nightCity, type: 'starred' as const };
    const body = { starboard: { channelId: board, emojiName: '🔥', threshold: 12 } };
    const { json } = await api.call(serverParts.previewMessage, { params, body }, token);
    const { payload, sender } = json.data as MessagePreview;
    expect(payload).toMatchObject({ content: expect.stringMatching(/^🔥 \*\*12\*\* · <#\d+>$/) });
    expect(payload).toMatchObject({ embeds: [{ description: 'The best message of the week.', author: {} }] });
    expect(String(payload?.['content'])).not.toContain(board);
    expect(sender.name).not.toBe('');
  });

  it('a test posts an example that stays, pings no one and is no post of the board', async () => {
    const { id } = discord('add-channel', { guild_id: nightCity, name: 'tried' }) as { id: ChannelId };
    const params = { guildId: nightCity, type: 'starred' as const };
    const body = { starboard: { channelId: id, emojiName: '🍵', threshold: 1 } };
    const { json } = await api.call(serverParts.testGreeting, { params, body }, token);
    expect(json.data).toContain(`<#${id}>`);
    const example = expect.stringMatching(/^🍵 \*\*1\*\* · /);
    await until(() => expect(standing(id).map(({ content }) => content)).toEqual([example]));
    expect(await say('starboard stats')).toContain('no starred messages');
    // Once this later post is done, the result of the post itself is known.
    const board = { channelId: id, threshold: 1, emojiName: '🍵' } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body: board }, token)).status).toBe(200);
    const said = discord('say', { channel_id: talk, user_id: demoUser, content: 'Tea' }) as { id: string };
    discord('react', { channel_id: talk, message_id: said.id, user_id: people[7], emoji: '🍵' });
    await until(() => expect(standing(id).map(({ content }) => content)).toEqual([example, `🍵 **1** · <#${talk}>`]));
    const withoutPlace = await api.call(serverParts.testGreeting, { params, body: { starboard: {} } }, token);
    expect(withoutPlace.json.error).toBeTruthy();
    await api.call(starboard.removeStarboard, { params: { guildId: nightCity, channelId: id } }, token);
    discord('delete', { channel_id: talk, message_id: said.id });
  });

  it('a starboard is created, posted to by hand, counted, trashed, and keeps texts only menus send', async () => {
    const { run, press } = createTypist(api, talk);
    expect(await say('starboard stats')).toContain('no starred messages');
    expect(await say('starboard setup', { channel: board, emoji: 'no emoji' })).toContain('his emoji cannot be used');
    const { id: hall } = discord('add-channel', { guild_id: nightCity, name: 'hall' }) as { id: string };
    expect(await say('starboard setup', { channel: hall, threshold: 2, emoji: '🔥' })).toContain(`<#${hall}>`);
    // Without the content intent, neither the gateway nor REST returns people's texts.
    const [app] = api.sim.discord.state.applications.values();
    discord('application', { application_id: app?.id, privileged_intents: 2 });
    const said = discord('say', { channel_id: talk, user_id: people[1], content: 'Words for ever' }) as { id: string };
    const byHand = await run('Post to starboard', {}, { targetId: said.id });
    expect(textOf(byHand)).toContain('Choose a starboard.');
    expect(textOf(await press(byHand.message, '#hall'))).toContain(`<#${hall}>`);
    const shown = () =>
      [...(api.sim.discord.state.channels.get(hall)?.messages.values() ?? [])].map(({ content, embeds }) => [
        content,
        (embeds as { description?: string }[])[0]?.description,
      ]);
    await until(() => expect(shown()).toEqual([[`🔥 **0** · <#${talk}>`, 'Words for ever']]));
    for (const user_id of people.slice(2, 5))
      discord('react', { channel_id: talk, message_id: said.id, user_id, emoji: '🔥' });
    await until(() => expect(shown()).toEqual([[`🔥 **3** · <#${talk}>`, 'Words for ever']]));
    expect(textOf(await run('Post to starboard', {}, { targetId: said.id }))).toContain('Choose a starboard');
    expect(await say('starboard stats')).toContain('3 stars');
    expect(await say('starboard random')).toMatch(/^🔥 \*\*3\*\* · [^]*\nWords for ever$/);
    // A board that a member cannot see stays hidden, even from other people in the room.
    const hidden = [
      { id: nightCity, type: 0, allow: '0', deny: '1024' },
      { id: app?.id, type: 1, allow: '68608', deny: '0' },
    ];
    discord('change-channel', { channel_id: hall, permission_overwrites: hidden });
    await api.ctx.cache.forgetPrefix('');
    const stranger = await run('starboard random', {}, { userId: people[3] as string });
    expect(textOf(stranger)).toContain('no starred messages');
    const own = await run('starboard random');
    expect([textOf(own).includes('Words for ever'), own.message?.flags]).toEqual([true, 64]);
    discord('change-channel', { channel_id: hall, permission_overwrites: [] });
    await api.ctx.cache.forgetPrefix('');
    expect(textOf(await run('Trash starboard message', {}, { targetId: said.id }))).toContain('never return to');
    await until(() => expect(shown()).toEqual([]));
    expect(textOf(await run('Trash starboard message', {}, { targetId: said.id }))).toContain('already');
    const denied = { userId: people[3] as string, isStale: true };
    await expect(run('Trash starboard message', {}, { ...denied, targetId: said.id })).rejects.toThrow('may not use');
  });
});
