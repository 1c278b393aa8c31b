import type { ChannelId, ServerId } from '@tally/contract';
import type { IntentName, Only } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { BOT_ID, channelId, serverId, THE_END } from './world.ts';

/** Connects, and calls `ended` when the last event of a part is processed. */
export type Connect = (about: {
  readonly api: string;
  readonly ended: () => void;
  /** The share of servers that use each feature. */
  readonly usedIn: { readonly servers: number; readonly every: number };
}) => Promise<void>;

/** All intents of the features: https://docs.discord.com/developers/events/gateway#gateway-intents */
const INTENTS = 0b1001_0111_0000_1111;
const isEnd = (payload: { t?: string | null; d?: unknown }): boolean =>
  payload.t === 'MESSAGE_CREATE' && (payload.d as { content?: string }).content === THE_END;

/**
 * The program's own gateway with the listeners of all features. The features' reactions are not measured, so they do
 * nothing. Finding the affected servers is measured, with the given share of servers using each feature.
 */
const tally: Connect = async ({ api, ended, usedIn }) => {
  const [{ createGateway, intentBits, on }, { openDiscord }, { createCache }, house, { features }] = await Promise.all([
    import('@tally/discord/gateway'),
    import('@tally/discord/rest'),
    import('@tally/infra/cache'),
    import('@tally/kernel'),
    import('@tally/features/registry'),
  ]);
  const { silentLog, systemClock, systemRandom } = house;
  const using = Array.from({ length: usedIn.servers }, (_, index) => index).filter(
    (index) => index % usedIn.every === 0,
  );
  const servers = new Set(using.map((index) => serverId(index) as ServerId));
  const channels = new Set(using.map((index) => channelId(index, 1) as ChannelId));
  /** Features read from a cache like this in production. */
  const cache = await createCache({ clock: systemClock, random: systemRandom, log: silentLog });
  await cache.get('servers', 3_600_000, () => Promise.resolve(servers));
  await cache.get('channels', 3_600_000, () => Promise.resolve(channels));
  const onlyHere = (only: Only): Only => ({
    ...(only.servers ? { servers: (ctx) => ctx.cache.peek('servers') as ReadonlySet<ServerId> } : {}),
    ...(only.channels ? { channels: (ctx) => ctx.cache.peek('channels') as ReadonlySet<ChannelId> } : {}),
    ...(only.postedBy ? { postedBy: () => BOT_ID } : {}),
    ...(only.saying ? { saying: only.saying } : {}),
  });
  const listeners = features
    .flatMap((feature) => feature.gateway ?? [])
    .map(({ event, only }) => on(event, async () => {}, only && onlyHere(only)));
  const discord = openDiscord({
    apiUrl: api,
    token: 'bench',
    clientId: BOT_ID,
    clientSecret: '',
    userAgent: 'DiscordBot (https://x.example, 1)',
  });
  const gateway = createGateway({
    discord,
    token: 'bench',
    listeners: [
      ...listeners,
      on('interaction', async () => {}),
      on('messagePosted', async (_ctx, { content }) => void (content === THE_END && ended()), {
        saying: () => THE_END,
      }),
    ],
    intents: Object.keys(intentBits) as IntentName[],
    shards: { count: 1, ids: [0] },
    makeCtx: () => ({ cache }) as unknown as Ctx,
    log: silentLog,
  });
  await gateway.start();
};

/** Uses our gateway's version, because discord.js has an older one. */
const BARE = new URL('../../packages/discord/node_modules/@discordjs/ws/dist/index.mjs', import.meta.url).href;

interface Bare {
  readonly WebSocketManager: new (
    options: object,
  ) => {
    on(event: 'dispatch', hear: (payload: { t: string; d: unknown }) => void): void;
    connect(): Promise<void>;
  };
}

const bare: Connect = async ({ api, ended }) => {
  const { REST } = await import('@discordjs/rest');
  const { WebSocketManager } = (await import(BARE)) as Bare;
  const rest = new REST({ api }).setToken('bench');
  const manager = new WebSocketManager({ token: 'bench', intents: INTENTS, rest, shardCount: 1 });
  manager.on('dispatch', (payload) => {
    if (isEnd(payload)) ended();
  });
  await manager.connect();
};

const discordJs: Connect = async ({ api, ended }) => {
  const { Client } = await import('discord.js');
  const client = new Client({
    intents: INTENTS,
    rest: { api },
    waitGuildTimeout: 3_600_000,
    shards: [0],
    shardCount: 1,
  });
  client.on(
    'raw' as never,
    ((payload: { t: string; d: unknown }) => {
      if (isEnd(payload)) ended();
    }) as never,
  );
  await client.login('bench');
};

export const clients = { tally, '@discordjs/ws': bare, 'discord.js': discordJs } satisfies Record<string, Connect>;
export type ClientName = keyof typeof clients;
