import { type DeliveryReason, hasFlag, type ServerId, type StreamerMessageType } from '@tally/contract';
import { type Ctx, type Grace, graces, hours, minutes, type StreamSession } from '@tally/kernel';
import { type Lane, listLastLive, listPlaces } from '@tally/pipeline/delivery';
import { listLatestSessions } from '@tally/pipeline/detection';
import { listDisguisedServers } from '../../../message-editor/index.ts';
import { listWithBot, plansOf, type ServerPlan } from '../../../servers/index.ts';
import { type Follower, graceOf, listDisguised } from '../../../streamers/index.ts';
import { LONGEST_COOLDOWN_MINUTES, liveKey, type Match } from '../../match/single.ts';

export const OWNER = 'notifications';

/**
 * Without a rate limit, the first page is small, so its messages go out while the rest is still being decided. Under a
 * limit this gains nothing, and urgent messages would queue behind others.
 */
export const firstPageOf = ({ config }: Ctx): number | undefined =>
  config.CALLS_PER_SECOND === null || config.WEBHOOKS_PER_SECOND === null ? SMALL_PAGE : undefined;
const SMALL_PAGE = 500;

/** Data for decisions about many followers, loaded for all of them at once. */
export interface Facts {
  plan(serverId: ServerId): ServerPlan;
  /** When the last live message about another stream was posted, as far back as a cooldown can reach. */
  lastLiveAt(streamerId: string): Date | null;
  priority(streamer: Follower): number;
  lane(streamer: Follower): Lane;
  /** Returns why nothing is posted there. A removed bot also lacks permissions, but no one could grant them. */
  skip(match: Match, serverId: ServerId): DeliveryReason | undefined;
}

export async function loadFacts(
  ctx: Ctx,
  followers: readonly Follower[],
  about: {
    type: StreamerMessageType;
    /** The current stream, if the channel's earlier streams may be a reason not to post. */
    afterOthersThan?: string | undefined;
  },
): Promise<Facts> {
  const ids = followers.map((streamer) => streamer.id);
  const serverIds = followers.map((streamer) => streamer.serverId);
  const doubtful = followers.filter(({ pauseReason }) => pauseReason === 'permissions').map((each) => each.serverId);
  const [plan, last, disguised, disguisedServers, withBot] = await Promise.all([
    plansOf(ctx, serverIds),
    about.afterOthersThan === undefined ? [] : lastLive(ctx, ids, about.afterOthersThan),
    listDisguised(ctx.db, ids, about.type),
    listDisguisedServers(ctx, serverIds, about.type),
    listWithBot(ctx.db, doubtful),
  ]);
  const times = new Map(last.map((each) => [each.subject, each.queuedAt]));
  const hasName = (streamer: Follower) => disguised.has(streamer.id) || disguisedServers.has(streamer.serverId);
  return {
    plan,
    lastLiveAt: (streamerId) => times.get(streamerId) ?? null,
    priority: ({ serverId }) => (hasFlag(plan(serverId).bitfield, 'PriorityNotifications') ? 1 : 0),
    lane: (streamer) =>
      hasName(streamer) && hasFlag(plan(streamer.serverId).bitfield, 'CustomWebhooks') ? 'webhook' : 'bot',
    skip(match, serverId) {
      if (match.kind === 'send') return undefined;
      return match.reason === 'missingPermission' && !withBot.has(serverId) ? 'botRemoved' : match.reason;
    },
  };
}

/** The followers whose server counts the stream under this session. Another grace period may mean another session. */
export async function listMeant<T extends Pick<Follower, 'serverId' | 'settings'>>(
  ctx: Ctx,
  followers: readonly T[],
  meant: readonly Grace[] | undefined,
): Promise<readonly T[]> {
  if (!meant || meant.length === graces.length || followers.length === 0) return followers;
  const plan = await plansOf(
    ctx,
    followers.map(({ serverId }) => serverId),
  );
  return followers.filter((each) => meant.includes(graceOf(each, plan(each.serverId).graceCeiling)));
}

/**
 * Returns the session under which each follower was notified: the newest one of the strand that has a row in the
 * journal. The owner may have changed the grace period since.
 */
export async function listToldAs(
  ctx: Ctx,
  followers: readonly Pick<Follower, 'id'>[],
  strand: readonly string[],
): Promise<(streamerId: string) => string | undefined> {
  if (strand.length <= 1) return () => strand[0];
  const keys = followers.flatMap(({ id }) => strand.map((sessionId) => liveKey(id, sessionId)));
  const places = await listPlaces(ctx.db, keys);
  return (streamerId) => strand.findLast((sessionId) => places.has(liveKey(streamerId, sessionId)));
}

const longestCooldown = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - minutes(LONGEST_COOLDOWN_MINUTES));

const lastLive = (ctx: Ctx, subjects: readonly string[], exceptSession: string) =>
  listLastLive(ctx.db, { owner: OWNER, subjects, since: longestCooldown(ctx), exceptSession });

const MAY_BE_TOLD_LATE_MS = hours(1);
const ENOUGH_SESSIONS = 5;

/** Returns false if the channel was offline for hours. In this usual case there are no last messages to look up. */
export async function wasLiveOfLate(ctx: Ctx, session: StreamSession): Promise<boolean> {
  const since = longestCooldown(ctx).getTime() - MAY_BE_TOLD_LATE_MS;
  const latest = await listLatestSessions(ctx.db, [session], ENOUGH_SESSIONS);
  return latest.some((each) => each.id !== session.id && each.detectedAt.getTime() > since);
}
