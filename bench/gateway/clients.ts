import type { IntentName } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { BOT_ID, THE_END } from './world.ts';

/** Connects, and calls `ended` whenever the last event of a part has been dealt with. */
export type Connect = (about: { readonly api: string; readonly ended: () => void }) => Promise<void>;

/** All that the features may ask for: https://docs.discord.com/developers/events/gateway#gateway-intents */
const INTENTS = 0b1001_0111_0000_1111;
const saysTheEnd = (payload: { t?: string | null; d?: unknown }): boolean =>
  payload.t === 'MESSAGE_CREATE' && (payload.d as { content?: string }).content === THE_END;

/** The program's own gateway with a listener to everything that there is; what features then do is not measured. */
const tally: Connect = async ({ api, ended }) => {
  const [{ createGateway, eventNames, intentBits, on }, { openDiscord }, { silentLog }] = await Promise.all([
    import('@tally/discord/gateway'),
    import('@tally/discord/rest'),
    import('@tally/kernel'),
    // A bot has the code of its features in memory, too.
    import('@tally/features/registry').catch(() => {}),
  ]);
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
      ...eventNames.map((event) => on(event, async () => {})),
      on('messagePosted', async (_ctx, { content }) => {
        if (content === THE_END) ended();
      }),
    ],
    intents: Object.keys(intentBits) as IntentName[],
    shards: { count: 1, ids: [0] },
    makeCtx: () => ({}) as Ctx,
    log: silentLog,
  });
  await gateway.start();
};

/** The version that our gateway stands on; discord.js brings an older one of the same name. */
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
    if (saysTheEnd(payload)) ended();
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
      if (saysTheEnd(payload)) ended();
    }) as never,
  );
  await client.login('bench');
};

export const clients = { tally, '@discordjs/ws': bare, 'discord.js': discordJs } satisfies Record<string, Connect>;
export type ClientName = keyof typeof clients;
