/** https://dev.twitch.tv/docs/api/reference#create-eventsub-subscription */
import { z } from 'zod';
import { createUuid } from '../../platform/ids.ts';
import { type Answer, answerJson, answerNothing, badRequest, type Call, Refusal } from '../call.ts';
import { totalCost, verifyCallback } from '../eventsub.ts';
import {
  isAboutApp,
  isActive,
  isAuthorised,
  isRead,
  mayRead,
  showSubscription,
  subscriptionTypes,
} from '../subscriptions.ts';
import type { Subscription, Token, Transport, TwitchWorld } from '../world.ts';
import { getConduit, needApp, readCallback } from './callbacks.ts';
import { cutPage } from './query.ts';
import type { HelixRoute } from './routes.ts';

const PAGE = 100;
const SAME_CONDITION = 3;

const Kind = z.object({ type: z.string(), version: z.string() });
const Wish = z.object({
  type: z.string(),
  version: z.string(),
  condition: z.union([
    z.object({ broadcaster_user_id: z.string().regex(/^\d+$/), user_id: z.string().regex(/^\d+$/).optional() }),
    z.object({ client_id: z.string() }),
  ]),
  transport: z.discriminatedUnion('method', [
    z.object({ method: z.literal('webhook'), callback: z.url(), secret: z.string() }),
    z.object({ method: z.literal('conduit'), conduit_id: z.string() }),
  ]),
});
type Wish = z.output<typeof Wish>;

export function subscriptionRoutes(world: TwitchWorld): HelixRoute[] {
  const path = '/eventsub/subscriptions';
  return [
    { method: 'GET', path, run: (call, token) => list(world, call, token) },
    { method: 'POST', path, run: (call, token) => create(world, call, token) },
    { method: 'DELETE', path, run: (call, token) => remove(world, call, token) },
  ];
}

const totals = (world: TwitchWorld) => ({
  total: world.subscriptions.size,
  total_cost: totalCost(world),
  max_total_cost: world.limits.maxTotalCost,
});

function list(world: TwitchWorld, call: Call, token: Token): Answer {
  needApp(token);
  const filters = ['status', 'type', 'user_id'].filter((name) => call.query.has(name));
  if (filters.length > 1) throw badRequest('only one of status, type, user_id may be given');
  const wanted = (subscription: Subscription): boolean =>
    filters.every((name) => {
      const value = call.query.get(name);
      if (name === 'user_id') return subscription.userId === value || subscription.readerId === value;
      return subscription[name === 'status' ? 'status' : 'type'] === value;
    });
  const { items, pagination } = cutPage(call, [...world.subscriptions.values()].filter(wanted), PAGE);
  return answerJson(200, { data: items.map((each) => showSubscription(world, each)), ...totals(world), pagination });
}

function readWish(call: Call): Wish {
  let json: unknown;
  try {
    json = JSON.parse(call.body);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'the body is not JSON');
  }
  const read = Wish.safeParse(json);
  // The type is checked first, because the condition depends on the type.
  const { type, version } = Kind.catch({ type: '', version: '' }).parse(json);
  if (type !== '' && subscriptionTypes[type] !== version) throw badRequest('invalid subscription type and version');
  if (!read.success) throw badRequest(`invalid ${read.error.issues[0]?.path.join('.') || 'body'}`);
  return read.data;
}

function readTransport(world: TwitchWorld, transport: Wish['transport']): Transport {
  if (transport.method === 'webhook') {
    return { method: 'webhook', callback: readCallback({ callback: transport.callback, secret: transport.secret }) };
  }
  const { id } = getConduit(world, transport.conduit_id);
  return { method: 'conduit', conduitId: id };
}

const addressOf = (transport: Transport): string =>
  transport.method === 'webhook' ? transport.callback.url : transport.conduitId;

function create(world: TwitchWorld, call: Call, token: Token): Answer {
  needApp(token);
  const { type, version, condition, ...wish } = readWish(call);
  const transport = readTransport(world, wish.transport);
  const userId = 'client_id' in condition ? null : condition.broadcaster_user_id;
  if (isAboutApp(type) !== (userId === null)) throw badRequest('invalid condition');
  const readerId = 'client_id' in condition ? null : (condition.user_id ?? null);
  if (isRead(type) !== (readerId !== null)) throw badRequest('invalid condition');
  if (userId !== null && readerId !== null && !mayRead(world, userId, readerId)) {
    throw new Refusal(403, 'subscription missing proper authorization');
  }
  if ('client_id' in condition && condition.client_id !== world.app.clientId) {
    throw new Refusal(403, 'client_id must match the token');
  }
  const alike = [...world.subscriptions.values()].filter(
    (each) => each.type === type && each.userId === userId && each.readerId === readerId && isActive(each),
  );
  if (alike.some((each) => addressOf(each.transport) === addressOf(transport))) {
    throw new Refusal(409, 'subscription already exists');
  }
  // This 429 is not about rate limits: https://github.com/twitchdev/issues/issues/958
  if (alike.length >= SAME_CONDITION) {
    throw new Refusal(429, 'maximum subscriptions with type and condition exceeded');
  }
  if (!isAuthorised(world, userId) && totalCost(world) >= world.limits.maxTotalCost) {
    throw new Refusal(429, 'cost exceeded');
  }
  const subscription: Subscription = {
    id: createUuid(world.doors),
    type,
    version,
    userId,
    readerId,
    transport,
    createdAt: world.doors.now(),
    // A conduit has already verified its URLs.
    status: transport.method === 'conduit' ? 'enabled' : 'webhook_callback_verification_pending',
    failures: 0,
  };
  world.subscriptions.set(subscription.id, subscription);
  // The handshake follows the response.
  if (transport.method === 'webhook') {
    world.doors.later(0, () => void verifyCallback(world, subscription, transport.callback));
  }
  return answerJson(202, { data: [showSubscription(world, subscription)], ...totals(world) });
}

function remove(world: TwitchWorld, call: Call, token: Token): Answer {
  needApp(token);
  const id = call.query.get('id') ?? '';
  if (id === '') throw badRequest('Missing required parameter "id"');
  if (!world.subscriptions.delete(id)) throw new Refusal(404, 'subscription not found');
  world.doors.changed('twitch');
  return answerNothing();
}
