import { createUlid } from '../platform/ids.ts';
import type { KickWorld, Subscription } from './world.ts';

// The list has two indexes, because a test may have ten thousand subscriptions, and every event reads them.
const keyOf = (event: string, broadcasterUserId: number): string => `${event}:${broadcasterUserId}`;

export function findSubscription(world: KickWorld, event: string, broadcasterUserId: number): Subscription | undefined {
  return world.subscriptions.get(world.subscriptionByKey.get(keyOf(event, broadcasterUserId)) ?? '');
}

export const countSubscriptions = (world: KickWorld, event: string): number =>
  world.subscriptionsPerEvent.get(event) ?? 0;

/** Returns the existing subscription, or a new one. */
export function ensureSubscription(world: KickWorld, event: string, broadcasterUserId: number): Subscription {
  const known = findSubscription(world, event, broadcasterUserId);
  if (known) return known;
  const subscription = { id: createUlid(world.doors), event, broadcasterUserId, createdAt: world.doors.now() };
  world.subscriptions.set(subscription.id, subscription);
  world.subscriptionByKey.set(keyOf(event, broadcasterUserId), subscription.id);
  world.subscriptionsPerEvent.set(event, countSubscriptions(world, event) + 1);
  return subscription;
}

export function removeSubscription(world: KickWorld, subscription: Subscription): void {
  const { id, event, broadcasterUserId } = subscription;
  if (!world.subscriptions.delete(id)) return;
  world.subscriptionByKey.delete(keyOf(event, broadcasterUserId));
  world.subscriptionsPerEvent.set(event, countSubscriptions(world, event) - 1);
}

/** Turning webhooks off in the developer portal deletes all subscriptions (Kick's changelog, 2025-12-19). */
export function removeAllSubscriptions(world: KickWorld): void {
  for (const subscription of world.subscriptions.values()) removeSubscription(world, subscription);
}
