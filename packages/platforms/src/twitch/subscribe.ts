import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import { TwitchSubscribed, TwitchSubscriptions } from './twitch.external.ts';

const path = '/eventsub/subscriptions';

/** The most important first: when the budget ends in the middle of a channel, "live" is what is left. */
const followed = [
  { type: 'stream.online', version: '1' },
  { type: 'stream.offline', version: '1' },
  { type: 'channel.update', version: '2' },
] as const;

const workingStates = new Set(['enabled', 'webhook_callback_verification_pending']);

interface Known {
  /** `channel type` of what is subscribed and works. */
  readonly present: ReadonlySet<string>;
  readonly budget: number;
}

const callbackOf = (config: PlatformDoors['config']): string => `${config.publicApiUrl}/webhooks/twitch`;

/** The real Twitch calls https only: https://dev.twitch.tv/docs/eventsub/handling-webhook-events/ */
export function canPush({ config, log }: PlatformDoors): boolean {
  const callback = callbackOf(config);
  if (!config.twitch.isReal || callback.startsWith('https:')) return true;
  log.warn({ callback }, 'Twitch pushes to https addresses only (PUBLIC_API_URL), so its streams are seen by asking');
  return false;
}

/** Subscribes to what is missing: Twitch revokes what fails too often, and forgets what was never confirmed. */
export async function ensurePush(
  client: TwitchClient,
  { config, log }: PlatformDoors,
  channelIds: readonly string[],
): Promise<void> {
  const callback = callbackOf(config);
  const known = await readKnown(client, callback, channelIds);
  const missing = channelIds.flatMap((channelId) =>
    followed.filter(({ type }) => !known.present.has(`${channelId} ${type}`)).map((each) => ({ ...each, channelId })),
  );
  const transport = { method: 'webhook', callback, secret: config.twitch.eventsubSecret };
  let left = known.budget;
  for (const { channelId, type, version } of missing) {
    if (left <= 0) {
      // These channels are still swept; only the seconds are lost.
      log.warn({ channels: channelIds.length }, 'the event subscriptions of Twitch are used up');
      return;
    }
    const body = { type, version, condition: { broadcaster_user_id: channelId }, transport };
    left -= await subscribe(client, body, (error) =>
      log.warn({ error, channelId, type }, 'Twitch refused an event subscription'),
    );
  }
}

/** What it cost. A refusal of one does not keep the others from being asked for. */
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
    // 409: somebody else has asked for the same one meanwhile.
    if (error.status === 409) return 0;
    // These are about this channel: it was closed, or has too many of this type already, which is a 429 with points
    // left. Anything else is about all of them.
    const isAboutOne = error.status === 400 || error.status === 403 || error.status === 429;
    if (!isAboutOne || error.retryAfterMs !== undefined) throw error;
    refused(error);
    return 0;
  }
}

/** One question for one channel, one list for many. The totals count the whole app either way. */
async function readKnown(client: TwitchClient, callback: string, channelIds: readonly string[]): Promise<Known> {
  const [only, ...others] = channelIds;
  const filter: Record<string, string> = only !== undefined && others.length === 0 ? { user_id: only } : {};
  const present = new Set<string>();
  for (let after: string | null = null; ; ) {
    const query: Record<string, string> = { ...filter, ...(after === null ? {} : { after }) };
    const page: z.output<typeof TwitchSubscriptions> = await client.get(path, query, TwitchSubscriptions);
    for (const { status, type, condition, transport } of page.data) {
      // Another installation with the same app has an address of its own.
      if (!workingStates.has(status) || transport.callback !== callback) continue;
      present.add(`${condition.broadcaster_user_id ?? ''} ${type}`);
    }
    after = page.pagination?.cursor ?? null;
    if (after === null) return { present, budget: page.max_total_cost - page.total_cost };
  }
}
