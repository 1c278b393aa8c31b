import type { DeliveryReason } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx, StreamEvent, Video } from '@tally/kernel';
import type { DeliveryFacts, Target } from '@tally/pipeline/delivery';
import type { About } from '../../../journal/index.ts';
import {
  type Held,
  holdForDigest,
  judgeServers,
  pingOf,
  publishes,
  rememberVerdicts,
  type Verdict,
  type Verdicts,
} from '../../../overrides/index.ts';
import type { Follower } from '../../../streamers/index.ts';
import { awaitsFilter } from '../../match/single.ts';

/** Reasons that depend on the title or category, which may change. */
export const wordReasons: readonly DeliveryReason[] = ['override', 'onlyOverrides', 'filter'];

/** A decision about one server, and the verdict behind it. */
export interface Decided {
  readonly target: Target;
  readonly verdict: Verdict;
}

/** Decides for each server about a stream as it is now, with its overrides and quiet hours. */
export async function judgeStream(
  ctx: Ctx,
  followers: readonly Pick<Follower, 'serverId'>[],
  { id, platform, details: { title, category } }: StreamEvent['session'],
): Promise<Verdicts> {
  return await judgeServers(ctx, {
    serverIds: followers.map((streamer) => streamer.serverId),
    words: { platform, title, category, description: null },
    sessionId: id,
  });
}

/** Decides for each server about a video. Its words never change, so the decision is final. */
export async function judgeVideo(
  ctx: Ctx,
  followers: readonly Pick<Follower, 'serverId'>[],
  { platform, title, category, description }: Video,
): Promise<Verdicts> {
  return await judgeServers(ctx, {
    serverIds: followers.map((streamer) => streamer.serverId),
    words: { platform, title, category, description },
    sessionId: null,
  });
}

/** Applies the streamer's category filter, which like an override may have to wait for the category. */
export const withFilter = (
  verdict: Verdict,
  { settings }: Pick<Follower, 'settings'>,
  session: StreamEvent['session'],
): Verdict => ({ ...verdict, awaitsCategory: verdict.awaitsCategory || awaitsFilter(settings, session) });

/** The override's facts that composing needs, possibly much later. */
export function factsOf({
  decision,
  awaitsCategory,
}: Pick<Verdict, 'decision' | 'awaitsCategory'>): Pick<About, 'override' | 'awaitsCategory'> & DeliveryFacts {
  const override = decision && { pingRoleId: pingOf(decision), publish: publishes(decision) };
  return { override, awaitsCategory };
}

/** Undefined if the override adds no facts, which is the usual case. */
export const factsIfAny = (verdict: Verdict): DeliveryFacts | undefined =>
  verdict.decision || verdict.awaitsCategory ? factsOf(verdict) : undefined;

/** Returns whether a decision needs more than its row: see `keepDecisions`. */
export const isToBeKept = ({ target, verdict }: Decided): boolean =>
  verdict.newHold !== null || isForDigest(target, verdict);

/** Stores decisions that hold for a while, and digest entries. Runs in the transaction that writes the rows. */
export async function keepDecisions(
  ctx: Ctx,
  tx: Db,
  { session, channel }: StreamEvent,
  decided: readonly Decided[],
): Promise<void> {
  await rememberVerdicts(
    tx,
    session.id,
    decided.map(({ target: { serverId }, verdict }) => ({ serverId, verdict })),
  );
  const thing = {
    platform: channel.platform,
    creatorId: channel.id,
    sessionId: session.id,
    name: channel.displayName,
    title: session.details.title,
    url: session.url,
    happenedAt: session.startedAt,
  };
  await holdForDigest(ctx, tx, heldOf(decided, thing));
}

export async function keepVideoDecisions(
  ctx: Ctx,
  tx: Db,
  { video, channel }: { readonly video: Video; readonly channel: Channel },
  decided: readonly Decided[],
): Promise<void> {
  const thing = {
    platform: channel.platform,
    creatorId: channel.id,
    sessionId: null,
    name: channel.displayName,
    title: video.title,
    url: video.url,
    happenedAt: video.publishedAt,
  };
  await holdForDigest(ctx, tx, heldOf(decided, thing));
}

const isForDigest = ({ skip }: Target, { quiet }: Verdict): boolean =>
  skip === 'together' || (skip === 'quietHours' && quiet === 'digest');

const heldOf = (
  decided: readonly Decided[],
  thing: Omit<Held, 'dedupeKey' | 'serverId' | 'channelId' | 'streamerId' | 'cause'>,
): Held[] =>
  decided
    .filter(({ target, verdict }) => isForDigest(target, verdict))
    .map(({ target: { dedupeKey, serverId, channelId, subject, skip } }) => ({
      ...thing,
      cause: skip === 'together' ? ('together' as const) : ('quietHours' as const),
      dedupeKey,
      serverId,
      channelId,
      streamerId: subject,
    }));
