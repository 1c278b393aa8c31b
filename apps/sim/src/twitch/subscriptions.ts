import { isModerator } from './ranks.ts';
import { hasAllowed } from './tokens.ts';
import type { Subscription, Transport, TwitchWorld } from './world.ts';

/** The simulated types of https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/. */
export const subscriptionTypes: Readonly<Record<string, string>> = {
  'stream.online': '1',
  'stream.offline': '1',
  'channel.update': '2',
  'channel.chat.message': '1',
  'user.authorization.revoke': '1',
};

/** https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#userauthorizationrevoke */
export const isAboutApp = (type: string): boolean => type.startsWith('user.authorization.');

/** Returns true for types that are read as a person, who is named next to the channel. */
export const isRead = (type: string): boolean => type.startsWith('channel.chat.');

/** https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#channelchatmessage, for an app's token. */
export const mayRead = (world: TwitchWorld, channelId: string, readerId: string): boolean =>
  hasAllowed(world, readerId, 'user:read:chat') &&
  hasAllowed(world, readerId, 'user:bot') &&
  (channelId === readerId || hasAllowed(world, channelId, 'channel:bot') || isModerator(world, channelId, readerId));

export const isActive = ({ status }: Subscription): boolean =>
  status === 'enabled' || status === 'webhook_callback_verification_pending';

export const isAuthorised = (world: TwitchWorld, userId: string | null): boolean =>
  userId !== null && world.authorised.has(userId);

/**
 * Costs nothing after the person authorizes the app:
 * https://dev.twitch.tv/docs/eventsub/manage-subscriptions/#subscription-limits
 */
export const costOf = (world: TwitchWorld, subscription: Subscription): number =>
  isActive(subscription) && !isAuthorised(world, subscription.userId) ? 1 : 0;

const showTransport = (transport: Transport): object =>
  transport.method === 'webhook'
    ? { method: 'webhook', callback: transport.callback.url }
    : { method: 'conduit', conduit_id: transport.conduitId };

export function showSubscription(world: TwitchWorld, subscription: Subscription): object {
  return {
    id: subscription.id,
    status: subscription.status,
    type: subscription.type,
    version: subscription.version,
    condition:
      subscription.userId === null
        ? { client_id: world.app.clientId }
        : {
            broadcaster_user_id: subscription.userId,
            ...(subscription.readerId === null ? {} : { user_id: subscription.readerId }),
          },
    created_at: subscription.createdAt.toISOString().replace('Z', '000000Z'),
    transport: showTransport(subscription.transport),
    cost: costOf(world, subscription),
  };
}
