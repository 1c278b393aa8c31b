import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import { canReachUs } from '../reach.ts';
import { tokenFor, topicOf } from './read-push.ts';

/** We request the longest lease, but the hub may give its default, so we count on the default. */
const ASKED_SECONDS = 828_000;
const COUNTED_ON_MS = 432_000_000;
/**
 * This is long before the end, so an unconfirmed subscription is missing for at most a day, and leases survive a hub
 * that fails for days.
 */
const RENEW_AFTER_MS = 20 * 3_600_000;
const SPREAD_MS = 8 * 3_600_000;
/** After a start, all leases are unknown. We request this fraction at once, and the others ten minutes later. */
const SHARE_AT_ONCE = 0.4;
const FEW = 20;
const PAUSE_MS = 10 * 60_000;
const WARN_BEFORE_MS = 24 * 3_600_000;
const WARN_EVERY_MS = 3_600_000;

interface Lease {
  readonly renewAt: number;
  readonly endsAt: number;
}

export type EnsurePush = (channelIds: readonly string[]) => Promise<void>;

/**
 * Leases end, so we renew each about once a day. Their times are in this process's memory. After a restart, the process
 * subscribes again, which only restarts the lease. Returns undefined if no push can reach us.
 */
export function createEnsurePush(doors: PlatformDoors): EnsurePush | undefined {
  if (!canReachUs(doors, 'youtube', 'so new videos come from feeds')) return undefined;
  const { clock, log, random } = doors;
  const leases = new Map<string, Lease>();
  let pausedUntil = 0;
  let warnedAt = 0;

  const pause = (error: UpstreamError): void => {
    const wait = Math.max(PAUSE_MS / 2, error.retryAfterMs ?? PAUSE_MS);
    pausedUntil = clock.now().getTime() + wait + random.int(PAUSE_MS / 2);
    log.warn(
      { error, until: new Date(pausedUntil) },
      'the hub of YouTube refuses subscriptions; running leases continue',
    );
  };

  const warnOfEnds = (channelIds: readonly string[], now: number): void => {
    const ending = channelIds.filter(
      (id) => (leases.get(id)?.endsAt ?? Number.POSITIVE_INFINITY) - now < WARN_BEFORE_MS,
    );
    if (ending.length === 0 || now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    log.error({ channels: ending.length }, 'leases of YouTube end within a day and are not renewed, so feeds are used');
  };

  return async (channelIds) => {
    const now = clock.now().getTime();
    const renewalOf = (id: string): number => leases.get(id)?.renewAt ?? 0;
    const due = channelIds
      .filter((id) => renewalOf(id) <= now)
      .toSorted((left, right) => renewalOf(left) - renewalOf(right));
    const most = Math.max(FEW, Math.ceil(channelIds.length * SHARE_AT_ONCE));
    for (const channelId of pausedUntil > now ? [] : due.slice(0, most)) {
      try {
        await subscribe(doors, channelId);
        // Spreads the renewals out, so leases from one start do not become due together.
        leases.set(channelId, { renewAt: now + RENEW_AFTER_MS + random.int(SPREAD_MS), endsAt: now + COUNTED_ON_MS });
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (error.kind !== 'odd') {
          pause(error);
          break;
        }
        log.warn({ error, channelId }, 'the hub of YouTube refused a subscription');
      }
    }
    warnOfEnds(channelIds, now);
  };
}

/** https://developers.google.com/youtube/v3/guides/push_notifications */
async function subscribe({ http, config }: PlatformDoors, channelId: string): Promise<void> {
  const { hubSecret, hubUrl } = config.youtube;
  const form = {
    'hub.mode': 'subscribe',
    'hub.topic': topicOf(channelId),
    'hub.callback': `${config.publicApiUrl}/webhooks/youtube?token=${tokenFor(hubSecret, channelId)}`,
    'hub.verify': 'async',
    'hub.secret': hubSecret,
    'hub.lease_seconds': String(ASKED_SECONDS),
  };
  await http.text({ world: 'youtube', url: `${hubUrl}/`, method: 'POST', body: { form } });
}
