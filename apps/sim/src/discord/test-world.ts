import { createRequire } from 'node:module';
import { Client, Events, GatewayIntentBits, type RESTOptions } from 'discord.js';
import { afterEach, onTestFinished } from 'vitest';
import { type Sim, type StartOptions, startSim } from '../start.ts';
import { APPLICATION_ID, BOT_TOKEN } from './seed/application.ts';
import type { Channel, Guild } from './state/types.ts';

/** Worlds of the running test. They are closed after it. */
const open: Sim[] = [];

afterEach(async () => {
  for (const sim of open.splice(0)) await sim.close();
});

export async function openSim(options: StartOptions = {}): Promise<Sim> {
  const sim = await startSim(options);
  open.push(sim);
  return sim;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Reads for example `get('errors.content._errors.0.code')`. Returns undefined for a missing path. */
  get(path: string): unknown;
  text(path: string): string;
  /** Returns one field of every entry of a list. */
  pluck(key: string): unknown[];
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  const get = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), body);
  return {
    status: response.status,
    headers: response.headers,
    body,
    get,
    text(path) {
      const found = get(path);
      if (typeof found !== 'string') throw new Error(`There is no ${path} in ${text}`);
      return found;
    },
    pluck(key) {
      if (!Array.isArray(body)) throw new Error(`Not a list: ${text}`);
      return body.map((entry: unknown) =>
        typeof entry === 'object' && entry !== null ? Reflect.get(entry, key) : undefined,
      );
    },
  };
}

const INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildModeration,
  GatewayIntentBits.GuildInvites,
  GatewayIntentBits.GuildScheduledEvents,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.MessageContent,
];

const discordRest = createRequire(import.meta.url).resolve('@discordjs/rest');
const { Agent } = createRequire(discordRest)('undici') as { Agent: new () => NonNullable<RESTOptions['agent']> };

/**
 * Returns options for an unmodified discord.js: Discord's URL, and its own undici. Another test may replace the global
 * undici with ours, which refuses foreign form objects.
 */
export const restTo = (sim: Sim) => ({
  api: `${sim.url}/discord/api`,
  cdn: `${sim.url}/discord/cdn`,
  agent: new Agent(),
});

/** Logs in an unmodified client that receives most events. */
export async function logIn(sim: Sim): Promise<Client<true>> {
  const client = new Client({ intents: INTENTS, rest: restTo(sim) });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(BOT_TOKEN);
  return ready;
}

const USER_AGENT = 'DiscordBot (https://example.test, 1.0.0)';

export interface How {
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** Calls `ask(sim, 'POST /channels/1/messages', { content: 'hi' })` as the bot, or as the owner of `token`. */
export async function ask(sim: Sim, signature: string, body?: unknown, how: How = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = signature.split(' ');
  const token = how.token === undefined ? `Bot ${BOT_TOKEN}` : how.token;
  const response = await fetch(`${sim.url}/discord/api/v10${path}`, {
    method,
    headers: {
      'user-agent': USER_AGENT,
      ...(token === null ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...how.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readAnswer(response);
}

/** Calls `POST /control/discord/<action>`. */
export async function act(sim: Sim, action: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${sim.url}/control/discord/${action}`, { method: 'POST', body: JSON.stringify(body) });
  return readAnswer(response);
}

export const server = (sim: Sim, name = 'Night City'): Guild => {
  for (const guild of sim.discord.state.guilds.values()) if (guild.name === name) return guild;
  throw new Error(`There is no server ${name}`);
};

export const channel = (sim: Sim, name = 'general', guild: Guild = server(sim)): Channel => {
  for (const found of guild.channels.values()) if (found.name === name) return found;
  throw new Error(`There is no channel ${name}`);
};

export const roleId = (sim: Sim, name: string, guild: Guild = server(sim)): string => {
  for (const role of guild.roles.values()) if (role.name === name) return role.id;
  throw new Error(`There is no role ${name}`);
};

/** Returns a member of the server who is neither a bot nor its owner. */
export const personOf = (sim: Sim, guild: Guild = server(sim)): string => {
  const ids = [...guild.members.values()]
    .filter(({ user }) => !user.bot && user.id !== guild.owner_id)
    .map(({ user }) => user.id);
  return ids.at(-1) ?? '';
};

/** Makes the bot an administrator. Its role keeps its position. */
export function empower(guild: Guild): void {
  for (const role of guild.roles.values()) if (role.tags?.bot_id === APPLICATION_ID) role.permissions = '8';
}

/** Takes a permission from the bot in one channel. */
export function forbid(target: Channel, bit: bigint): void {
  target.permission_overwrites.push({ id: APPLICATION_ID, type: 1, allow: '0', deny: `${bit}` });
}

/** Resolves when the condition holds. Checks again after every event of the world. */
export async function until(sim: Sim, condition: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (condition()) resolve();
  };
  const stop = sim.events.subscribe(look);
  const beat = setInterval(look, 5);
  look();
  await promise;
  clearInterval(beat);
  stop();
}
