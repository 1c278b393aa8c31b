import { setTimeout as pause } from 'node:timers/promises';
import { createGateway, createShardStore, type Gateway, on } from '@tally/discord/gateway';
import { createRouter, registerCommands } from '@tally/discord/interactions';
import type { House } from './house.ts';
import { reportClusters } from './report-clusters.ts';
import type { Running } from './run.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Connects to the gateway and keeps trying: Discord may be away when we start, and the dashboard works without it.
 * Once connected the library reconnects by itself.
 */
export async function startBot(house: House): Promise<Running> {
  const stopping = new AbortController();
  const bot: { gateway: Gateway | undefined } = { gateway: undefined };
  const connecting = connect(house, stopping.signal, (gateway) => (bot.gateway = gateway));
  const reports = reportClusters(house, () => bot.gateway?.shards() ?? []);
  return {
    says: 'bot',
    async stop() {
      stopping.abort();
      reports.stop();
      await connecting;
      await bot.gateway?.stop();
    },
  };
}

async function connect(house: House, signal: AbortSignal, made: (gateway: Gateway) => void): Promise<void> {
  const { log } = house.doors;
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const outcome = { isFinal: false };
    const gateway = openGateway(house, () => (outcome.isFinal = true));
    try {
      await tellCommands(house);
      await gateway.start();
      made(gateway);
      return;
    } catch (error) {
      log.warn({ err: error, nextTryMs: wait }, 'The gateway of Discord could not be reached.');
      await gateway.stop();
      if (outcome.isFinal) return;
      await pause(wait, undefined, { signal }).catch(ignoreAbort);
    }
  }
}

function openGateway(house: House, onFatal: () => void): Gateway {
  const { discord, features, config, log } = house.doors;
  const makeCtx = () => house.systemCtx({ part: 'bot' });
  const router = createRouter({ parts: features.flatMap((each) => each.commands ?? []), discord, makeCtx });
  return createGateway({
    discord,
    token: config.discord.token,
    listeners: [
      ...features.flatMap((each) => each.gateway ?? []),
      on('interaction', async (_ctx, raw) => await router.handle(raw)),
    ],
    intents: features.flatMap((each) => each.intents ?? []),
    store: createShardStore(house.doors.db),
    makeCtx,
    log,
    onFatal(reason) {
      log.error({ reason }, 'Discord will not have this bot; somebody has to change its settings.');
      onFatal();
    },
  });
}

const COMMANDS_KEY = 'bot/commands.txt';

/** The commands go to Discord only when they changed; all processes share the memory of it. */
async function tellCommands({ doors }: House): Promise<void> {
  const { discord, features, files } = doors;
  const parts = features.flatMap((each) => each.commands ?? []);
  if (parts.length === 0) return;
  const remembered = {
    find: async () => (await files.get(COMMANDS_KEY))?.toString() ?? null,
    put: (hash: string) => files.put(COMMANDS_KEY, Buffer.from(hash)),
  };
  await registerCommands({ discord, parts, remembered });
}

function ignoreAbort(error: unknown): void {
  if ((error as Error).name !== 'AbortError') throw error;
}
