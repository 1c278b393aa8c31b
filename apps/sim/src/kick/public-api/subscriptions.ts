/** https://docs.kick.com/events/subscribe-to-events */
import { type Answer, answerData, answerNothing, badRequest, type Call, type Route } from '../call.ts';
import { needToken } from '../oauth/tokens.ts';
import { rfc3339 } from '../shapes.ts';
import { countSubscriptions, ensureSubscription, findSubscription, removeSubscription } from '../subscriptions.ts';
import { events, getPublicKeyPem } from '../webhooks.ts';
import type { KickWorld } from '../world.ts';
import { getPerson, readIds, readJson, readMany, readNumber } from './query.ts';

const SCOPE = 'events:subscribe';

export function subscriptionRoutes(world: KickWorld): Route[] {
  const path = '/api/public/v1/events/subscriptions';
  return [
    { method: 'GET', path, run: (call) => answerData(list(world, call)) },
    { method: 'POST', path, run: (call) => answerData(create(world, call)) },
    { method: 'DELETE', path, run: (call) => remove(world, call) },
    { method: 'GET', path: '/api/public/v1/public-key', run: () => answerData({ public_key: getPublicKeyPem() }) },
  ];
}

function list(world: KickWorld, call: Call): unknown[] {
  const token = needToken(world, call, SCOPE);
  const [asked] = readIds(call, 'broadcaster_user_id', 1);
  const wanted = token.userId ?? asked;
  return [...world.subscriptions.values()]
    .filter((subscription) => wanted === undefined || subscription.broadcasterUserId === wanted)
    .map((subscription) => ({
      id: subscription.id,
      app_id: world.app.clientId,
      broadcaster_user_id: subscription.broadcasterUserId,
      event: subscription.event,
      version: 1,
      method: 'webhook',
      created_at: rfc3339(subscription.createdAt),
      updated_at: rfc3339(subscription.createdAt),
    }));
}

function create(world: KickWorld, call: Call): unknown[] {
  const token = needToken(world, call, SCOPE);
  const body = readJson(call);
  if (body.method !== undefined && body.method !== 'webhook') throw badRequest('method must be webhook');
  if (!Array.isArray(body.events) || body.events.length === 0) throw badRequest('events is required');
  // An app token can name any channel. A person's token concerns their own channel.
  const broadcasterUserId = getPerson(world, token.userId ?? readNumber(body, 'broadcaster_user_id')).userId;
  const wanted = body.events.map(readEvent);
  refuseBeyondLimit(world, wanted, broadcasterUserId);
  const answers = wanted.map(({ name, version }) => {
    if (!events.some((known) => known === name)) return { name, version, subscription_id: '', error: 'unknown event' };
    if (version !== 1) return { name, version, subscription_id: '', error: 'unknown version' };
    return { name, version, subscription_id: ensureSubscription(world, name, broadcasterUserId).id, error: '' };
  });
  world.doors.changed('kick');
  return answers;
}

function readEvent(value: unknown): { name: string; version: number } {
  const isObject = typeof value === 'object' && value !== null && 'name' in value && 'version' in value;
  if (!isObject || typeof value.name !== 'string' || typeof value.version !== 'number') {
    throw badRequest('each event needs a name and a version');
  }
  return { name: value.name, version: value.version };
}

function refuseBeyondLimit(world: KickWorld, wanted: readonly { name: string }[], broadcasterUserId: number): void {
  for (const { name } of wanted) {
    if (findSubscription(world, name, broadcasterUserId)) continue;
    const isTightChat = name === 'chat.message.sent' && !world.app.isVerified;
    const most = isTightChat ? world.limits.chatSubscriptions : world.limits.subscriptionsPerEvent;
    if (countSubscriptions(world, name) >= most) throw badRequest('event subscription limit reached');
  }
}

function remove(world: KickWorld, call: Call): Answer {
  const token = needToken(world, call, SCOPE);
  const ids = readMany(call, 'id', 100);
  if (ids.length === 0) throw badRequest('id is required');
  for (const id of ids) {
    const subscription = world.subscriptions.get(id);
    if (subscription && (token.userId === null || token.userId === subscription.broadcasterUserId)) {
      removeSubscription(world, subscription);
    }
  }
  world.doors.changed('kick');
  return answerNothing();
}
