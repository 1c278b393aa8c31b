import { setTimeout as pause } from 'node:timers/promises';
import { ChannelId, ServerId } from '@tally/contract';
import {
  createGateway,
  type EventName,
  type Gateway,
  type GatewayListener,
  type GatewayOptions,
  on,
  type SavedShard,
  type ShardStore,
} from '@tally/discord/gateway';
import { createRouter, customId, defineCommand, privately } from '@tally/discord/interactions';
import { permissionsIn } from '@tally/discord/permissions';
import { type Discord, openDiscord } from '@tally/discord/rest';
import { type Ctx, silentLog, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type Sim, startSim } from '@tally/sim/start';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const nightCity = ServerId.parse('801000000000000000');
const withoutBot = ServerId.parse('804000000000000000');
const somebody = '200000000000000001';

let sim: Sim;
let discord: Discord;
const gateways: Gateway[] = [];

beforeEach(async () => {
  sim = await startSim();
  discord = openDiscord({
    apiUrl: `${sim.url}/discord/api`,
    token: 'sim-bot-token',
    clientId: '900000000000000001',
    clientSecret: 'sim-client-secret',
    userAgent: 'DiscordBot (https://tally.example, 1)',
  });
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop();
  discord.close();
  const { unknownCalls } = sim;
  await sim.close();
  if (unknownCalls.length > 0) throw new Error(`the simulated world does not know ${JSON.stringify(unknownCalls)}`);
});

const makeCtx = () => ({ log: silentLog, timers: systemTimers, locale: 'en-US' }) as unknown as Ctx;

function open(more: Partial<GatewayOptions> = {}): Gateway {
  const gateway = createGateway({ discord, token: 'sim-bot-token', listeners: [], makeCtx, log: silentLog, ...more });
  gateways.push(gateway);
  return gateway;
}

/** Records these events when they arrive. */
function listen(...names: EventName[]): { heard: [EventName, unknown][]; listeners: GatewayListener[] } {
  const heard: [EventName, unknown][] = [];
  const listeners = names.map((name) => on(name, async (_ctx, data) => void heard.push([name, data])));
  return { heard, listeners };
}

/** Stores sessions as a table would. */
function memoryStore(): ShardStore & { readonly saved: Map<number, SavedShard> } {
  const saved = new Map<number, SavedShard & { readonly servers: Map<ServerId, Uint8Array> }>();
  return {
    saved,
    load: (shardId) => Promise.resolve(saved.get(shardId) ?? null),
    save({ shardId, session, serversUpTo, botId, intents, servers }) {
      const all = new Map(saved.get(shardId)?.servers);
      for (const [id, bytes] of servers) {
        if (bytes) all.set(id, bytes);
        else all.delete(id);
      }
      saved.set(shardId, { session, serversUpTo, botId, intents, servers: all });
      return Promise.resolve();
    },
    clear: (shardId) => Promise.resolve(void saved.delete(shardId)),
  };
}

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 10 });
async function act(name: string, about: Record<string, unknown>): Promise<unknown> {
  const action = sim.discord.controls[name];
  if (!action) throw new Error(`the simulated Discord cannot ${name}`);
  return await action(about);
}
const identifies = (): number => sim.discord.state.applications.get('900000000000000001')?.identifies.used ?? 0;
const guildOf = (id: string) => {
  const guild = sim.discord.state.guilds.get(id);
  if (!guild) throw new Error(`the simulated world has no server ${id}`);
  return guild;
};
const generalOf = (id: string) => {
  const channel = [...guildOf(id).channels.values()].find(({ name }) => name === 'general');
  if (!channel) throw new Error('there is no channel "general"');
  return channel;
};
const speak = (content: string) => act('say', { channel_id: generalOf(nightCity).id, user_id: somebody, content });
const words = (heard: [EventName, unknown][]): string[] =>
  heard.flatMap(([name, data]) => (name === 'messagePosted' ? [(data as { content: string }).content] : []));

describe('the bot’s knowledge of servers', () => {
  it('equals the state of the world, down to the permissions of each channel', async () => {
    const gateway = open();
    await gateway.start();
    await soon(() => expect(gateway.servers.has(nightCity)).toBe(true));
    const guild = guildOf(nightCity);
    const state = gateway.servers.find(nightCity);
    expect(state).toMatchObject({ name: guild.name, ownerId: guild.owner_id, memberCount: guild.members.size });
    expect([...(state?.roles.keys() ?? [])].sort()).toEqual([...guild.roles.keys()].sort());
    expect([...(state?.channels.keys() ?? [])].sort()).toEqual([...guild.channels.keys()].sort());
    expect(gateway.servers.has(withoutBot)).toBe(false);
    expect(gateway.shards()).toMatchObject([{ shardId: 0, status: 'ready', servers: gateway.servers.size }]);

    const member = {
      userId: sim.discord.state.applications.get('900000000000000001')?.botId as never,
      roleIds: state?.botRoleIds ?? [],
    };
    const fromRest = await discord.servers.channels(nightCity);
    for (const channel of fromRest) {
      const about = { server: state as never, member };
      expect(permissionsIn({ ...about, overwrites: state?.channels.get(channel.id)?.overwrites ?? [] })).toBe(
        permissionsIn({ ...about, overwrites: channel.overwrites }),
      );
    }
  });

  it('follows every change, and distinguishes joining from leaving', async () => {
    const { heard, listeners } = listen('serverJoined', 'serverLeft', 'channelChanged');
    const gateway = open({ listeners });
    await gateway.start();
    await soon(() => expect(gateway.servers.has(nightCity)).toBe(true));
    await act('invite-bot', { guild_id: withoutBot });
    await soon(() => expect(heard.map(([name]) => name)).toEqual(['serverJoined']));
    const channelId = ChannelId.parse(generalOf(nightCity).id);
    await discord.servers.renameChannel({ channelId, name: 'lobby' });
    await soon(() => expect(gateway.servers.find(nightCity)?.channels.get(channelId)?.name).toBe('lobby'));
    await discord.servers.leave(withoutBot);
    await soon(() => expect(heard.map(([name]) => name)).toEqual(['serverJoined', 'channelChanged', 'serverLeft']));
    expect(gateway.servers.has(withoutBot)).toBe(false);
  });
});

describe('when the connection is lost', () => {
  it('the session continues, no event is missed and no shard identifies again', async () => {
    const { heard, listeners } = listen('messagePosted');
    const gateway = open({ listeners, intents: ['MessageContent'] });
    await gateway.start();
    const before = identifies();
    await speak('one');
    await soon(() => expect(words(heard)).toEqual(['one']));
    sim.discord.gateway.drop({ code: 4000 });
    await speak('two');
    await soon(() => expect(words(heard)).toEqual(['one', 'two']));
    sim.discord.gateway.send(7, true);
    await speak('three');
    await soon(() => expect(words(heard)).toEqual(['one', 'two', 'three']));
    await soon(() => expect(gateway.shards()[0]?.status).toBe('ready'));
    expect(identifies()).toBe(before);
  });

  it('a session that Discord forgot starts over, and no server counts as joined', async () => {
    const { heard, listeners } = listen('serverJoined', 'shardReady');
    const gateway = open({ listeners });
    await gateway.start();
    await soon(() => expect(gateway.servers.has(nightCity)).toBe(true));
    const [before, size] = [identifies(), gateway.servers.size];
    sim.discord.gateway.drop({ code: 4000, resumable: false });
    await soon(() => expect(heard.filter(([name]) => name === 'shardReady')).toHaveLength(2));
    await soon(() => expect(gateway.shards()[0]?.status).toBe('ready'));
    expect(identifies()).toBe(before + 1);
    expect(gateway.servers.size).toBe(size);
    expect(heard.some(([name]) => name === 'serverJoined')).toBe(false);
  });
});

describe('a restart', () => {
  it('resumes within three seconds without an identify, and receives the events it missed', async () => {
    const store = memoryStore();
    const first = open({ listeners: listen('messagePosted').listeners, intents: ['MessageContent'], store });
    await first.start();
    await soon(() => expect(first.servers.has(nightCity)).toBe(true));
    const [before, size] = [identifies(), first.servers.size];
    await first.stop();

    await speak('while you were away');
    await act('invite-bot', { guild_id: withoutBot });

    const { heard, listeners } = listen('messagePosted', 'serverJoined');
    const second = open({ listeners, intents: ['MessageContent'], store });
    await second.start();
    await soon(() => expect(words(heard)).toEqual(['while you were away']));
    await soon(() => expect(heard).toContainEqual(['serverJoined', expect.objectContaining({ serverId: withoutBot })]));
    expect(identifies()).toBe(before);
    expect(second.servers.size).toBe(size + 1);
    expect(second.servers.find(nightCity)).toEqual(first.servers.find(nightCity));
  });

  it('reports the events that this process claimed before it exits: no other process would', async () => {
    const { heard, listeners } = listen('messagePosted');
    const { promise: isOurs, resolve } = Promise.withResolvers<boolean>();
    const claim = vi.fn<() => Promise<boolean>>(() => isOurs);
    const gate = { admission: 'claiming', claim } as const;
    const gateway = open({ listeners, intents: ['MessageContent'], gate });
    await gateway.start();
    await speak('the last words');
    await soon(() => expect(claim).toHaveBeenCalled());
    const stopped = gateway.stop('ended').then(() => words(heard));
    await soon(() => expect(gateway.shards()).toMatchObject([{ status: 'closed' }]));
    // By now, a process that did not wait for the answer would have exited.
    await pause(50);
    resolve(true);
    expect(await stopped).toEqual(['the last words']);
  });

  it('starts over with other intents: a session keeps those that it was created with', async () => {
    const store = memoryStore();
    const first = open({ store });
    await first.start();
    await first.stop();
    const before = identifies();
    const { heard, listeners } = listen('messagePosted');
    const second = open({ store, listeners, intents: ['MessageContent'] });
    await second.start();
    await speak('hello');
    await soon(() => expect(words(heard)).toEqual(['hello']));
    expect(identifies()).toBe(before + 1);
  });

  it('starts over with a session that is too old', async () => {
    const store = memoryStore();
    const first = open({ store });
    await first.start();
    await first.stop();
    sim.discord.gateway.sessions.clear();
    const second = open({ store });
    await second.start();
    await soon(() => expect(second.servers.has(nightCity)).toBe(true));
    expect(second.shards()[0]?.status).toBe('ready');
  });
});

it('a privileged intent that is not switched on ends the start with a plain reason', async () => {
  const application = sim.discord.state.applications.get('900000000000000001');
  if (application) application.privilegedIntents = 0;
  const reasons: string[] = [];
  const gateway = open({ listeners: listen('memberJoined').listeners, onFatal: (reason) => reasons.push(reason) });
  await expect(gateway.start()).rejects.toMatchObject({ kind: 'denied', upstreamCode: 4014 });
  expect(reasons).toEqual(['a privileged intent is not switched on in the developer portal']);
});

it('two shards share the servers, each with its own', async () => {
  const gateway = open({ shards: { count: 2, ids: [0, 1] } });
  await gateway.start();
  const guilds = [...sim.discord.state.guilds.values()].filter((guild) => guild.members.has('900000000000000001'));
  await soon(() => expect(gateway.servers.size).toBe(guilds.length));
  expect(gateway.shards().map(({ shardId, status }) => [shardId, status])).toEqual([
    [0, 'ready'],
    [1, 'ready'],
  ]);
});

it('a button under a message of ours is answered to the person who pressed it', async () => {
  const parts = [
    defineCommand({
      kind: 'component',
      id: 'notify',
      run: async (_ctx, call) => privately(`${call.user.username} pressed ${call.args.join()}`),
    }),
  ];
  const router = createRouter({ parts, discord, makeCtx });
  const gateway = open({ listeners: [on('interaction', async (_ctx, raw) => await router.handle(raw))] });
  await gateway.start();
  const channel = generalOf(nightCity);
  const { id } = await discord.messages.create({
    channelId: ChannelId.parse(channel.id),
    payload: {
      content: 'live',
      components: [
        { type: 1, components: [{ type: 2, style: 1, label: 'Notify me', custom_id: customId('notify', 'ada') }] },
      ],
      allowed_mentions: noMentions,
    },
  });
  const pressed = await act('press', {
    channel_id: channel.id,
    message_id: id,
    user_id: somebody,
    custom_id: 'notify:ada',
  });
  expect(pressed).toMatchObject({ outcome: 'answered', message: { content: expect.stringContaining('pressed ada') } });
});
