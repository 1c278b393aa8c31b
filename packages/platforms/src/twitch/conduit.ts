import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import { TwitchConduits, TwitchShards, TwitchShardsUpdated } from './twitch.external.ts';

const path = '/eventsub/conduits';
const workingStates = new Set(['enabled', 'webhook_callback_verification_pending']);
/** One URL receives all events, so more shards would lead to the same one. */
const SHARDS = 1;
const SHARD = '0';

type Shard = z.output<typeof TwitchShards>['data'][number];

const asking = new WeakMap<TwitchClient, Promise<readonly string[]>>();

/**
 * Returns the conduits that lead to our URL, and creates one if there is none. Use the first for new subscriptions. We
 * store nothing about them: after a restart we find them by the URL of their shard. A shard that Twitch has disabled
 * gets its URL again. Twitch deletes a conduit whose shards are all disabled for three days:
 * https://dev.twitch.tv/docs/eventsub/handling-conduit-events/
 */
export function ensureConduits(
  client: TwitchClient,
  doors: PlatformDoors,
  callback: string,
): Promise<readonly string[]> {
  // Concurrent callers share one request. Otherwise each of many channels followed at once would create a conduit.
  const running = asking.get(client) ?? findOrMake(client, doors, callback).finally(() => asking.delete(client));
  asking.set(client, running);
  return running;
}

async function findOrMake(client: TwitchClient, doors: PlatformDoors, callback: string): Promise<readonly string[]> {
  const { conduit } = doors.config.twitch;
  const isNamed = conduit !== 'on' && (await takeNamed(client, doors, { conduitId: conduit, callback }));
  return isNamed ? [conduit] : await searchOrMake(client, doors, callback);
}

/** The conduit in the configuration is ours, wherever it led before. Returns false if Twitch does not know it. */
async function takeNamed(
  client: TwitchClient,
  doors: PlatformDoors,
  about: { readonly conduitId: string; readonly callback: string },
): Promise<boolean> {
  const { conduitId, callback } = about;
  try {
    const shards = await listShards(client, conduitId);
    const works = shards.some((shard) => shard.transport.callback === callback && workingStates.has(shard.status));
    if (!works) await setUpShard(client, doors, { conduitId, shardId: SHARD, callback });
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== 'gone') throw error;
    doors.log.warn({ conduit: conduitId }, 'TWITCH_CONDUIT names an unknown conduit; another one is used');
    return false;
  }
}

async function searchOrMake(client: TwitchClient, doors: PlatformDoors, callback: string): Promise<readonly string[]> {
  const { data: conduits } = await client.get(path, {}, TwitchConduits);
  const ours: string[] = [];
  let unused: string | null = null;
  // The fixed order makes all processes choose the same one of two that were created at once.
  for (const { id } of conduits.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const shards = await listShards(client, id);
    const own = shards.find(({ transport }) => transport.callback === callback);
    if (own) {
      if (!workingStates.has(own.status)) {
        doors.log.warn(
          { conduit: id, shard: own.id, status: own.status },
          'Twitch disabled a shard; it is set up again',
        );
        await setUpShard(client, doors, { conduitId: id, shardId: own.id, callback });
      }
      ours.push(id);
      continue;
    }
    // The conduit's creator stopped before setting a URL. A conduit with another URL belongs to another installation.
    if (shards.every(({ transport }) => !transport.callback && transport.method !== 'websocket')) unused ??= id;
  }
  if (ours.length > 0) return ours;
  const conduitId = unused ?? (await createConduit(client));
  await setUpShard(client, doors, { conduitId, shardId: SHARD, callback });
  doors.log.info({ conduit: conduitId }, 'Twitch pushes through this conduit; you can set it in TWITCH_CONDUIT');
  return [conduitId];
}

async function listShards(client: TwitchClient, conduitId: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  for (let after: string | null = null; ; ) {
    const query: Record<string, string> = { conduit_id: conduitId, ...(after === null ? {} : { after }) };
    const page: z.output<typeof TwitchShards> = await client.get(`${path}/shards`, query, TwitchShards);
    shards.push(...page.data);
    after = page.pagination?.cursor ?? null;
    if (after === null) return shards;
  }
}

async function createConduit(client: TwitchClient): Promise<string> {
  const { data } = await client.post(path, { shard_count: SHARDS }, TwitchConduits);
  const [made] = data;
  if (!made) throw new UpstreamError({ world: 'twitch', kind: 'odd', message: 'a new conduit has no id' });
  return made.id;
}

/** Twitch then sends a handshake, as for a subscription with its own callback. */
async function setUpShard(
  client: TwitchClient,
  { config }: PlatformDoors,
  about: { readonly conduitId: string; readonly shardId: string; readonly callback: string },
): Promise<void> {
  const transport = { method: 'webhook', callback: about.callback, secret: config.twitch.eventsubSecret };
  const body = { conduit_id: about.conduitId, shards: [{ id: about.shardId, transport }] };
  const { errors } = await client.patch(`${path}/shards`, body, TwitchShardsUpdated);
  const [refused] = errors;
  if (!refused) return;
  const message = `a shard of a conduit was refused (${refused.code ?? 'no reason given'})`;
  throw new UpstreamError({ world: 'twitch', kind: 'odd', message });
}
