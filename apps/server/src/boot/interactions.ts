import {
  COMMANDS_KEY,
  createRouter,
  type Router,
  type RouterOptions,
  readCommandIds,
  registerCommands,
} from '@tally/discord/interactions';
import { type Ctx, type Doors, UpstreamError } from '@tally/kernel';

/** Returns the commands of all features, as the gateway and the HTTP endpoint run them. */
export function openRouter(doors: Doors, makeCtx: () => Ctx, more: Pick<RouterOptions, 'claim'> = {}): Router {
  const { discord, features, figures } = doors;
  return createRouter({
    parts: features.flatMap((each) => each.commands ?? []),
    discord,
    makeCtx,
    commandIds: readCommandIds,
    count: (kind, name) => figures.count(kind, name),
    async greet(ctx, call) {
      let greeted = ctx;
      for (const feature of features) greeted = (await feature.greetCaller?.(greeted, call)) ?? greeted;
      return greeted;
    },
    ...more,
  });
}

/** Sends the commands to Discord only if they changed. All processes share the stored registration. */
export async function sendCommands({ discord, features, files }: Doors): Promise<void> {
  const parts = features.flatMap((each) => each.commands ?? []);
  if (parts.length === 0) return;
  const remembered = {
    find: async () => (await files.get(COMMANDS_KEY))?.toString() ?? null,
    put: (hash: string) => files.put(COMMANDS_KEY, Buffer.from(hash)),
  };
  await registerCommands({ discord, parts, remembered });
}

/** Returns the URL for interactions over HTTP. */
const endpointOf = ({ config }: Doors): string => `${config.publicApiUrl}/webhooks/discord`;

/**
 * Discord sends interactions either here or over the gateway. It tests the URL before accepting it, so this runs after
 * the API has begun to listen.
 */
export async function sendEndpoint(doors: Doors): Promise<void> {
  const { config, discord, log } = doors;
  if (config.DISCORD_INTERACTIONS !== 'http') return;
  const wanted = endpointOf(doors);
  try {
    const { endpoint } = await discord.bot.application();
    if (endpoint !== wanted) await discord.bot.setEndpoint(wanted);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.error({ err: error, endpoint: wanted }, 'Discord did not take our address; commands go on over the gateway.');
  }
}

/** Switches back from HTTP to the gateway. While Discord has our URL, the gateway gets no commands. */
export async function leaveEndpoint(doors: Doors): Promise<void> {
  const { config, discord, log } = doors;
  if (config.DISCORD_INTERACTIONS !== 'gateway') return;
  const { endpoint } = await discord.bot.application();
  if (endpoint === null) return;
  if (endpoint === endpointOf(doors)) await discord.bot.setEndpoint(null);
  else log.warn({ endpoint }, 'Discord brings commands to an address that is not ours; this bot will not see them.');
}
