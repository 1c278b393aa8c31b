/** Subscriptions lead to shards, and shards to URLs. https://dev.twitch.tv/docs/eventsub/handling-conduit-events/ */
import type { Conduit, Shard, Subscription, TwitchWorld } from './world.ts';

/** The number of failed messages in a row. Twitch does not publish it. */
export const FAILURES_ALLOWED = 5;
const WITHOUT_SHARDS_MS = 72 * 3_600_000;

/** Returns the next working shard. */
export function pickShard(world: TwitchWorld, conduitId: string): Shard | null {
  const working = [...(world.conduits.get(conduitId)?.shards.values() ?? [])].filter(isEnabled);
  return working[world.deliveries.length % Math.max(1, working.length)] ?? null;
}

const isEnabled = ({ status }: Shard): boolean => status === 'enabled';

export function noteDelivered(shard: Shard): void {
  shard.failures = 0;
}

export function noteGivenUp(world: TwitchWorld, { transport }: Subscription, shard: Shard): void {
  shard.failures += 1;
  const conduit = transport.method === 'conduit' ? world.conduits.get(transport.conduitId) : undefined;
  if (shard.failures >= FAILURES_ALLOWED && conduit) disableShard(world, conduit, shard);
}

/** Three days without a working shard end a conduit. */
export function disableShard(world: TwitchWorld, conduit: Conduit, shard: Shard): void {
  shard.status = 'notification_failures_exceeded';
  const isIdle = () => ![...conduit.shards.values()].some(isEnabled);
  if (isIdle()) {
    world.doors.later(WITHOUT_SHARDS_MS, () => {
      if (isIdle()) removeConduit(world, conduit);
    });
  }
  world.doors.changed('twitch');
}

export function removeConduit(world: TwitchWorld, { id }: Conduit): void {
  world.conduits.delete(id);
  for (const subscription of world.subscriptions.values()) {
    const { transport } = subscription;
    if (transport.method === 'conduit' && transport.conduitId === id) subscription.status = 'conduit_deleted';
  }
  world.doors.changed('twitch');
}

export const showConduit = ({ id, shardCount }: Conduit): object => ({ id, shard_count: shardCount });

export const showShard = ({ id, status, callback }: Shard): object => ({
  id,
  status,
  transport: { method: 'webhook', callback: callback.url },
});
