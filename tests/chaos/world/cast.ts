import type { Platform } from '@tally/contract';
import type { Sim } from '@tally/sim/start';
import { act } from './act.ts';
import type { Dice } from './dice.ts';
import { demoUser } from './people.ts';

export interface Creator {
  readonly platform: Extract<Platform, 'kick' | 'twitch'>;
  /** A name that occurs in every message about this creator, and in no other. */
  readonly name: string;
  /** The channels of the servers that follow this creator. */
  readonly channels: readonly string[];
}

export interface Cast {
  readonly creators: readonly Creator[];
  /** The intended messages: one for each creator and channel. */
  readonly intended: ReadonlySet<string>;
}

export const intention = (channel: string, name: string): string => `${channel} ${name}`;

/** Finds the names of creators in a message. */
export const findNames = (text: string): string[] => [...new Set(text.match(/\b[kt]w\d{5,}x\b/g))];

export interface Size {
  readonly creators: number;
  readonly messages: number;
  readonly servers: number;
  readonly channelsPerServer: number;
}

const AT_ONCE = 8;
/** Discord returns at most 200 servers of one person. */
const SERVERS_PER_OWNER = 150;

/** Creates servers, channels, creators and follows through public calls. */
export async function makeCast(about: {
  sim: Sim;
  api: string;
  dice: Dice;
  size: Size;
  /** The settings that every server uses for every creator, except for the channel. */
  settings?: object;
}): Promise<Cast> {
  const { sim, api, dice, size, settings = {} } = about;
  const owners = Array.from({ length: Math.ceil(size.servers / SERVERS_PER_OWNER) }, (_, index) =>
    makeOwner(sim, index),
  );
  const servers = Array.from({ length: size.servers }, (_, index) => {
    const owner = owners[Math.floor(index / SERVERS_PER_OWNER)] as string;
    return makeServer(sim, { index, owner, channels: size.channelsPerServer });
  });
  const drafts = Array.from({ length: size.creators }, (_, index) => makeCreator(sim, index));
  for (let given = 0; given < size.messages; given += 1) {
    const draft = drafts[given % drafts.length];
    const free = servers.filter((server) => !draft?.follows.has(server.id));
    const server = dice.pick(free);
    draft?.follows.set(server.id, dice.pick(server.channels));
  }
  const tokens = new Map(
    await Promise.all(owners.map(async (owner) => [owner, await logIn(sim, api, owner)] as const)),
  );
  const tokenFor = new Map(servers.map(({ id, owner }) => [id, tokens.get(owner) ?? '']));
  const wishes = drafts.flatMap(({ platform, name, follows }) =>
    [...follows].map(([serverId, channel]) => ({
      platform,
      name,
      serverId,
      token: tokenFor.get(serverId) ?? '',
      body: { ...settings, notificationChannelId: channel },
    })),
  );
  const left = wishes.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => followEach(api, left)));
  const creators = drafts.map(({ platform, name, follows }) => ({ platform, name, channels: [...follows.values()] }));
  return {
    creators,
    intended: new Set(creators.flatMap(({ name, channels }) => channels.map((each) => intention(each, name)))),
  };
}

function makeOwner(sim: Sim, index: number): string {
  if (index === 0) return demoUser;
  const made = act(sim, 'discord', 'add-user', { username: `owner${index}`, is_demo: true }) as { id: string };
  return made.id;
}

function makeServer(sim: Sim, about: { index: number; owner: string; channels: number }) {
  const { index, owner } = about;
  const { id } = act(sim, 'discord', 'add-guild', { name: `Server ${index}`, owner_id: owner }) as { id: string };
  act(sim, 'discord', 'invite-bot', { guild_id: id });
  const channels = Array.from({ length: about.channels }, (_, number) => {
    const made = act(sim, 'discord', 'add-channel', { guild_id: id, name: `alerts-${number}` }) as { id: string };
    return made.id;
  });
  return { id, owner, channels };
}

function makeCreator(sim: Sim, index: number) {
  const platform = index % 2 === 0 ? ('kick' as const) : ('twitch' as const);
  const name = `${platform === 'kick' ? 'k' : 't'}w${String(index).padStart(5, '0')}x`;
  act(sim, platform, 'add-creator', platform === 'kick' ? { username: name } : { name });
  return { platform, name, follows: new Map<string, string>() };
}

interface Wish {
  readonly platform: string;
  readonly name: string;
  readonly serverId: string;
  readonly token: string;
  readonly body: object;
}

const PATIENCE_MS = 60_000;

async function followEach(api: string, left: Iterator<Wish>): Promise<void> {
  for (let next = left.next(); !next.done; next = left.next()) {
    const { platform, name, serverId, token, body } = next.value;
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await fetch(`${api}/data/guild/${serverId}/${platform}/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status === 200) break;
      // The bot reports its servers shortly after the start, so these failures are retried.
      if (Date.now() > until || ![403, 404, 503].includes(answer.status)) {
        throw new Error(`following ${name} answered ${answer.status}: ${text}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

export async function logIn(sim: Sim, api: string, userId: string): Promise<string> {
  const asked = {
    client_id: '900000000000000001',
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds guilds.join',
    user_id: userId,
  };
  const { location } = act(sim, 'discord', 'authorise', asked) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const answer = await fetch(`${api}/sessions?code=${code}`, { method: 'POST' });
  const { data, error } = (await answer.json()) as { data?: { customToken: string }; error?: string };
  if (!data) throw new Error(`logging in ${userId} answered ${answer.status}: ${error}`);
  return data.customToken;
}
