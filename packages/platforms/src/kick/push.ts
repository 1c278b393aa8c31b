import type { PlatformDoors, Push, PushReading } from '@tally/kernel';
import { z } from 'zod';
import type { KickClient } from './client.ts';
import { KickSubscriptions } from './kick.external.ts';
import { chatOf, giftOf, hintOf, isGenuine, isTimely, readHeaders, subscriptionOf } from './webhook.ts';

const followed = [
  'livestream.status.updated',
  'livestream.metadata.updated',
  'channel.subscription.gifts',
  'channel.subscription.new',
  'channel.subscription.renewal',
] as const;

const Subscribed = z.object({
  data: z.array(z.object({ name: z.string(), error: z.string().nullish(), subscription_id: z.string().nullish() })),
});

export async function readPush(client: KickClient, { clock }: PlatformDoors, push: Push): Promise<PushReading> {
  const headers = readHeaders(push);
  if (!headers) return { kind: 'refused', reason: 'a header is missing' };
  if (!isTimely(headers, clock.now())) return { kind: 'refused', reason: 'too old or from the future' };
  // Keys rotate: what the known key does not confirm is tried once with the newest one.
  const isSigned =
    isGenuine(headers, push.body, await client.publicKey(false)) ||
    isGenuine(headers, push.body, await client.publicKey(true));
  if (!isSigned) return { kind: 'refused', reason: 'the signature does not match' };
  const message = chatOf(headers, push.body);
  if (message) return { kind: 'chat', message };
  const gift = giftOf(headers, push.body);
  if (gift) return { kind: 'gift', gift };
  const news = subscriptionOf(headers, push.body);
  if (news) return { kind: 'subscription', news };
  const hint = hintOf(headers, push.body);
  return hint ? { kind: 'hint', hint } : { kind: 'ignored' };
}

/** Subscribes to what is missing; Kick drops subscriptions whose deliveries failed for about a day. */
export async function ensurePush(
  client: KickClient,
  { log, metrics }: PlatformDoors,
  channelIds: readonly string[],
): Promise<void> {
  // One question for all of them: without a broadcaster, every subscription of the app is answered.
  const { data: all } = await client.get('/public/v1/events/subscriptions', {}, KickSubscriptions);
  // https://docs.kick.com/events/introduction: so many of each kind for the whole app.
  const held = metrics.gauge({
    name: 'kick_event_subscriptions',
    help: 'Event subscriptions of the app at Kick, which allows 10,000 of each kind',
    labels: ['event'],
  });
  for (const event of followed) held.set({ event }, all.filter((each) => each.event === event).length);
  const present = new Set(all.map((each) => `${each.broadcaster_user_id} ${each.event}`));
  for (const channelId of channelIds) {
    const missing = followed.filter((event) => !present.has(`${channelId} ${event}`));
    if (missing.length === 0) continue;
    const body = {
      events: missing.map((name) => ({ name, version: 1 })),
      method: 'webhook',
      broadcaster_user_id: Number(channelId),
    };
    const answer = await client.post('/public/v1/events/subscriptions', body, Subscribed);
    const refused = answer.data.filter((each) => each.error);
    // The sweep still sees this channel; only the seconds are lost.
    if (refused.length > 0) log.warn({ channelId, refused }, 'Kick refused an event subscription');
  }
}
