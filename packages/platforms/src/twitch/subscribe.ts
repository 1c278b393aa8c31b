import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import { ensureConduits } from './conduit.ts';
import { TwitchSubscribed, TwitchSubscriptions } from './twitch.external.ts';

export const path = '/eventsub/subscriptions';

/** The most important event comes first, so if the budget ends in the middle of a channel, "live" is subscribed. */
const followed = [
  { type: 'stream.online', version: '1' },
  { type: 'stream.offline', version: '1' },
  { type: 'channel.update', version: '2' },
] as const;

/** One subscription for the app covers every person who has authorized it. */
const revocations = { type: 'user.authorization.revoke', version: '1' } as const;

export const workingStates = new Set(['enabled', 'webhook_callback_verification_pending']);

interface Known {
  /** Working subscriptions as `channel type`. */
  readonly present: ReadonlySet<string>;
  readonly budget: number;
}

const callbackOf = (config: PlatformDoors['config']): string => `${config.publicApiUrl}/webhooks/twitch`;

/** The real Twitch calls only https URLs: https://dev.twitch.tv/docs/eventsub/handling-webhook-events/ */
export function canPush({ config, log }: PlatformDoors): boolean {
  const callback = callbackOf(config);
  if (!config.twitch.isReal || callback.startsWith('https:')) return true;
  log.warn({ callback }, 'Twitch pushes to https addresses only (PUBLIC_API_URL), so its streams are polled');
  return false;
}

/** Adds missing subscriptions. Twitch revokes those that fail often and drops those never confirmed. */
export async function ensurePush(
  client: TwitchClient,
  doors: PlatformDoors,
  channelIds: readonly string[],
): Promise<void> {
  const { log } = doors;
  const way = await openWay(client, doors);
  const known = await readKnown(client, doors, { channelIds, way });
  const missing = channelIds.flatMap((channelId) =>
    followed.filter(({ type }) => !known.present.has(`${channelId} ${type}`)).map((each) => ({ ...each, channelId })),
  );
  let left = known.budget;
  for (const { channelId, type, version } of missing) {
    if (left <= 0) {
      // The sweep still finds these channels, but some seconds later.
      log.warn({ channels: channelIds.length }, 'the event subscriptions of Twitch are used up');
      return;
    }
    const body = { type, version, condition: { broadcaster_user_id: channelId }, transport: way.transport };
    left -= await subscribe(client, body, (error) =>
      log.warn({ error, channelId, type }, 'Twitch refused an event subscription'),
    );
  }
}

/** Each deletion is a call from the budget that polling uses too, so the rest waits an hour. */
const DROPPED_AT_ONCE = 300;

/** Drops channels without followers, because all subscriptions of an app share one budget. */
export async function dropPush(
  client: TwitchClient,
  doors: PlatformDoors,
  channelIds: readonly string[],
): Promise<readonly string[]> {
  const { isOurs } = await openWay(client, doors);
  const unwanted = new Set(channelIds);
  const types = new Set<string>(followed.map(({ type }) => type));
  const found: { readonly id: string; readonly channelId: string }[] = [];
  for await (const { data } of pageSubscriptions(client, {})) {
    for (const { id, type, condition, transport } of data) {
      const channelId = condition.broadcaster_user_id ?? '';
      if (types.has(type) && unwanted.has(channelId) && isOurs(transport)) found.push({ id, channelId });
    }
  }
  const dropped = found.slice(0, DROPPED_AT_ONCE);
  for (const { id } of dropped) await drop(client, id);
  return [...new Set(dropped.map(({ channelId }) => channelId))];
}

async function drop(client: TwitchClient, id: string): Promise<void> {
  try {
    await client.delete(path, { id });
  } catch (error) {
    // The subscription no longer exists.
    if (!(error instanceof UpstreamError) || error.kind !== 'gone') throw error;
  }
}

/** Subscribes to revoked permissions, once for the whole app. */
export async function hearRevocations(client: TwitchClient, doors: PlatformDoors): Promise<void> {
  const way = await openWay(client, doors);
  const { data } = await client.get(path, { type: revocations.type }, TwitchSubscriptions);
  if (data.some(({ status, transport }) => workingStates.has(status) && way.isOurs(transport))) return;
  const body = { ...revocations, condition: { client_id: doors.config.twitch.clientId }, transport: way.transport };
  await subscribe(client, body, (error) =>
    doors.log.warn({ error }, 'Twitch refused the subscription for revoked permissions; they are noticed later'),
  );
}

export interface Way {
  readonly transport: object;
  /** Another installation with the same app has its own URL. */
  readonly isOurs: (transport: { callback?: string | undefined; conduit_id?: string | undefined }) => boolean;
}

/** Returns how pushes reach us: through a conduit if one is configured, otherwise directly. */
export async function openWay(client: TwitchClient, doors: PlatformDoors): Promise<Way> {
  const { config } = doors;
  const callback = callbackOf(config);
  const conduits = config.twitch.conduit === 'off' ? [] : await ensureConduits(client, doors, callback);
  return {
    transport:
      conduits[0] === undefined
        ? { method: 'webhook', callback, secret: config.twitch.eventsubSecret }
        : { method: 'conduit', conduit_id: conduits[0] },
    // A direct subscription to our URL predates the conduit and still works.
    isOurs: (transport) => transport.callback === callback || conduits.includes(transport.conduit_id ?? ''),
  };
}

/** Returns the cost. If Twitch refuses one subscription, the others continue. */
async function subscribe(
  client: TwitchClient,
  body: unknown,
  refused: (error: UpstreamError) => void,
): Promise<number> {
  try {
    const { data } = await client.post(path, body, TwitchSubscribed);
    return data[0]?.cost ?? 0;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // 409 means that another process has just created the same subscription.
    if (error.status === 409) return 0;
    // These errors concern only this channel: it was closed, or has too many of this type, which is a 429 with points
    // left. Any other error concerns all channels.
    const isAboutOne = error.status === 400 || error.status === 403 || error.status === 429;
    if (!isAboutOne || error.retryAfterMs !== undefined) throw error;
    refused(error);
    return 0;
  }
}

/** Uses one filtered call for one channel, or one list for many. The totals count the whole app either way. */
async function readKnown(
  client: TwitchClient,
  doors: PlatformDoors,
  about: { readonly channelIds: readonly string[]; readonly way: Way },
): Promise<Known> {
  const [only, ...others] = about.channelIds;
  const filter: Record<string, string> = only !== undefined && others.length === 0 ? { user_id: only } : {};
  const present = new Set<string>();
  let said = { total_cost: 0, max_total_cost: 0 };
  for await (const page of pageSubscriptions(client, filter)) {
    for (const { status, type, condition, transport } of page.data) {
      if (!workingStates.has(status) || !about.way.isOurs(transport)) continue;
      present.add(`${condition.broadcaster_user_id ?? ''} ${type}`);
    }
    said = page;
  }
  measureCost(doors, said);
  return { present, budget: said.max_total_cost - said.total_cost };
}

async function* pageSubscriptions(client: TwitchClient, filter: Record<string, string>) {
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { ...filter, ...(cursor === null ? {} : { after: cursor }) };
    const page: z.output<typeof TwitchSubscriptions> = await client.get(path, query, TwitchSubscriptions);
    yield page;
    cursor = page.pagination?.cursor ?? null;
  } while (cursor !== null);
}

/** Subscriptions that people have authorized cost 0. The rest uses the budget of the whole app. */
function measureCost({ metrics }: PlatformDoors, said: { total_cost: number; max_total_cost: number }): void {
  const gauge = (name: string, help: string, value: number) => metrics.gauge({ name, help }).set(value);
  gauge('twitch_eventsub_cost', "Total cost of the app's event subscriptions", said.total_cost);
  gauge('twitch_eventsub_cost_limit', 'Maximum total cost of event subscriptions', said.max_total_cost);
}
