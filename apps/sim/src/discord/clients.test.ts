import { DiscordAPIError, REST, RESTEvents } from '@discordjs/rest';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ComponentType,
  ContainerBuilder,
  Events,
  FileBuilder,
  type Message,
  MessageFlags,
  type TextChannel,
} from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Sim } from '../start.ts';
import { BOT_TOKEN } from './seed/application.ts';
import { act, channel, logIn, openSim, personOf, restTo, server, until } from './test-world.ts';

const restOf = (sim: Sim) => new REST(restTo(sim)).setToken(BOT_TOKEN);

describe('unmodified discord.js', () => {
  it('logs in and sees the servers, channels, roles and members of the world', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    expect(client.user.username).toBe('Tally');
    const nightCity = client.guilds.cache.get(server(sim).id);
    expect(nightCity?.name).toBe('Night City');
    expect(nightCity?.channels.cache.size).toBe(server(sim).channels.size);
    expect(nightCity?.roles.cache.size).toBe(server(sim).roles.size);
    const members = await nightCity?.members.fetch();
    expect(members?.size).toBe(server(sim).members.size);
    expect(client.guilds.cache.some((guild) => guild.name === 'Moss & Pixels')).toBe(false);
  });

  it('sends, edits, reacts, deletes; people see it and their own messages arrive', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    const general = (await client.channels.fetch(channel(sim).id)) as TextChannel;
    const heard = new Promise<Message>((resolve) =>
      client.on(Events.MessageCreate, (message) => message.author.bot || resolve(message)),
    );

    const sent = await general.send({
      content: 'Robin is live',
      embeds: [{ title: 'Night drive', description: 'with you' }],
    });
    await sent.edit('Robin was live');
    await sent.react('👍');
    const kept = await act(sim, 'messages', { channel_id: general.id });
    expect(kept.get('messages.0.content')).toBe('Robin was live');
    expect(kept.get('messages.0.history.0.content')).toBe('Robin is live');
    expect(kept.get('messages.0.reactions.0.count')).toBe(1);

    await act(sim, 'say', { channel_id: general.id, user_id: personOf(sim), content: 'nice one' });
    expect((await heard).content).toBe('nice one');
    await sent.delete();
    expect(channel(sim).messages.has(sent.id)).toBe(false);
    expect(sim.unknownCalls).toEqual([]);
  });

  it('receives a button press and answers its person', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isButton()) void interaction.reply({ content: `pressed ${interaction.customId}`, flags: 64 });
    });
    const general = (await client.channels.fetch(channel(sim).id)) as TextChannel;
    const button = new ButtonBuilder().setCustomId('notify:1').setLabel('Notify me').setStyle(ButtonStyle.Primary);
    const message = await general.send({
      content: 'live',
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
    });

    const user = personOf(sim);
    const pressed = await act(sim, 'press', {
      channel_id: general.id,
      message_id: message.id,
      user_id: user,
      custom_id: 'notify:1',
    });
    expect(pressed.get('outcome')).toBe('answered');
    expect(pressed.get('message.content')).toBe('pressed notify:1');
    expect(pressed.get('message.visible_to')).toBe(user);
    const listed = await general.messages.fetch({ cache: false });
    expect(listed.map(({ content }) => content)).toEqual(['live']);
  });

  it('sends files, opens a thread and edits a deferred answer', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isButton()) void interaction.deferReply().then(() => interaction.editReply('done'));
    });
    const general = (await client.channels.fetch(channel(sim).id)) as TextChannel;
    const button = new ButtonBuilder().setCustomId('slow').setLabel('Slow').setStyle(ButtonStyle.Primary);
    const message = await general.send({
      files: [{ attachment: Buffer.from('hello'), name: 'hello.txt' }],
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
    });
    const file = message.attachments.first();
    expect(await (await fetch(file?.url ?? '')).text()).toBe('hello');
    const thread = await message.startThread({ name: 'Talk about it' });
    expect(thread.id).toBe(message.id);
    await thread.send('first');

    const pressed = await act(sim, 'press', {
      channel_id: general.id,
      message_id: message.id,
      user_id: personOf(sim),
      custom_id: 'slow',
    });
    const answerId = pressed.text('message.id');
    await until(sim, () => channel(sim).messages.get(answerId)?.content === 'done');
    expect(channel(sim).messages.get(answerId)?.isLoading).toBe(false);
  });

  it('learns the name and size of a shown file', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    const general = (await client.channels.fetch(channel(sim).id)) as TextChannel;
    const shown = (name: string) => new FileBuilder().setURL(`attachment://${name}`);
    const message = await general.send({
      flags: MessageFlags.IsComponentsV2,
      files: [{ attachment: Buffer.from('hello'), name: 'hello.txt' }],
      components: [new ContainerBuilder().addFileComponents(shown('hello.txt'))],
    });
    const filesOf = ({ components }: Message) =>
      components
        .flatMap((each) => (each.type === ComponentType.Container ? each.components : []))
        .map((each) => each.toJSON());
    expect(filesOf(message)).toMatchObject([{ name: 'hello.txt', size: 5, spoiler: false }]);
    // Clients send back the components they received, so this test does too.
    const again = await message.edit({ components: message.components });
    expect(filesOf(again)).toEqual(filesOf(message));
  });

  it('resumes after its socket is dropped, and misses nothing', async () => {
    const sim = await openSim();
    const client = await logIn(sim);
    const heard: string[] = [];
    client.on(Events.MessageCreate, (message) => void heard.push(message.content));
    const resumed = new Promise((resolve) => client.once(Events.ShardResume, resolve));
    expect((await act(sim, 'gateway', { do: 'drop', code: 4000 })).get('sessions')).toBe(1);
    for (const content of ['one', 'two', 'three'])
      await act(sim, 'say', { channel_id: channel(sim).id, user_id: personOf(sim), content });
    await resumed;
    expect(heard).toEqual(['one', 'two', 'three']);
    expect(sim.discord.state.applications.values().next().value?.identifies.used).toBe(1);
  });
});

describe('unmodified @discordjs/rest', () => {
  it('keeps to the buckets that the headers show: no 429 of its own making', async () => {
    const sim = await openSim();
    const rest = restOf(sim);
    const sent = (await rest.post(Routes.channelMessages(channel(sim).id), { body: { content: 'x' } })) as {
      id: string;
    };
    const react = (emoji: string) =>
      rest.put(Routes.channelMessageOwnReaction(channel(sim).id, sent.id, encodeURIComponent(emoji)));
    await Promise.all(['👍', '🎉', '🔥', '👀'].map(react));
    expect(channel(sim).messages.get(sent.id)?.reactions).toHaveLength(4);
    expect(sim.discord.stats.selfInflicted429).toBe(0);
  });

  it('waits out a 429 and then succeeds', async () => {
    const sim = await openSim();
    const rest = restOf(sim);
    const statuses: number[] = [];
    rest.on(RESTEvents.Response, (_, response) => statuses.push(response.status));
    sim.faults.add({
      world: 'discord',
      kind: 'rate-limit',
      retryAfter: 0.1,
      times: 1,
      route: 'POST /channels/*/messages',
    });
    await rest.post(Routes.channelMessages(channel(sim).id), { body: { content: 'through' } });
    expect(statuses).toEqual([429, 200]);
    expect(channel(sim).order.length).toBe(1);
  });

  it('gets errors in the shape that it understands', async () => {
    const sim = await openSim();
    const failed = restOf(sim).post(Routes.channelMessages(channel(sim).id), {
      body: { embeds: [{ title: 'x'.repeat(257) }] },
    });
    const error = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DiscordAPIError);
    expect(String(error)).toContain('embeds[0].title[BASE_TYPE_MAX_LENGTH]');
  });
});
