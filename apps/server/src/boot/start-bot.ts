import {
  ASK_MEMBERS_CHANNEL,
  CLUSTERS_CHANNEL,
  type Clusters,
  createClusters,
  namedMembers,
  on,
  readMembersAsk,
  timingOf,
} from '@tally/discord/gateway';
import { UpstreamError } from '@tally/kernel';
import { roleGateway } from '@tally/pipeline/roles';
import type { House } from './house.ts';
import { leaveEndpoint, openRouter, sendCommands } from './interactions.ts';
import { reportClusters } from './report-clusters.ts';
import type { Running } from './run.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Takes a share of the bot's shards. Discord may be down when we start, and the dashboard works without it. */
export async function startBot(house: House): Promise<Running> {
  const stopping = new AbortController();
  const telling = sendUntilAccepted(house, stopping.signal);
  const clusters = openClusters(house);
  const wake = () => clusters.wake();
  const stopListening = await house.database.listen(CLUSTERS_CHANNEL, wake, wake);
  const stopAsking = await house.database.listen(ASK_MEMBERS_CHANNEL, (text) => {
    const ask = readMembersAsk(text);
    if (!ask) return;
    clusters.askMembers(ask).catch((error: unknown) => {
      house.doors.log.warn({ err: error, serverId: ask.serverId }, 'The members of a server could not be asked for.');
    });
  });
  await clusters.start();
  const reports = reportClusters(house, () => clusters.list());
  return {
    says: 'bot',
    async stop() {
      stopping.abort();
      reports.stop();
      await Promise.all([stopListening(), stopAsking()]);
      await Promise.all([telling, clusters.stop()]);
    },
  };
}

/** Retries until Discord has accepted the commands. No other work waits for it. */
async function sendUntilAccepted(house: House, signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      await sendCommands(house.doors);
      return await leaveEndpoint(house.doors);
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'denied') {
        // This problem remains until the operator changes a key, which needs a restart.
        house.doors.log.error(
          { status: error.status, code: error.upstreamCode },
          'Discord does not let this bot set its commands: DISCORD_CLIENT_ID must be the application that DISCORD_TOKEN belongs to. `npm run doctor` says more.',
        );
        return;
      }
      // An outage is logged in one line without a stack, because without keys the setup page's URL is logged next to
      // it.
      const level = wait === FIRST_WAIT_MS ? 'warn' : 'debug';
      const about = error instanceof UpstreamError ? { reason: error.message } : { err: error };
      house.doors.log[level](
        about,
        'Discord does not accept the commands yet. The bot tries again, every 30 seconds at most.',
      );
      await house.doors.timers.pause(wait, signal);
    }
  }
}

function openClusters(house: House): Clusters {
  const { doors, database } = house;
  const { discord, features, config, timers, random, log, db } = doors;
  const makeCtx = () => house.systemCtx({ part: 'bot' });
  const router = openRouter(doors, makeCtx);
  return createClusters({
    db,
    discord,
    token: config.discord.token,
    listeners: [
      ...features.flatMap((each) => each.gateway ?? []),
      ...roleGateway,
      ...namedMembers,
      on('interaction', async (_ctx, raw) => await router.handle(raw)),
    ],
    intents: features.flatMap((each) => each.intents ?? []),
    shardCount: config.SHARDS,
    shardsPerCluster: config.SHARDS_PER_CLUSTER,
    timing: timingOf(config.SHARD_LEASE_SECONDS * 1000),
    callOut: () => database.notify(CLUSTERS_CHANNEL, ''),
    makeCtx,
    timers,
    random,
    log,
  });
}
