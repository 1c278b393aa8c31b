import type { StreamerMessageType } from '@tally/contract';
import { type Ctx, hours, type StreamEvent, type StreamSession } from '@tally/kernel';
import { type FanOut, openFanOut, type Target } from '@tally/pipeline/delivery';
import type { Verdict } from '../../../overrides/index.ts';
import { channelFor, eachFollowerPage, type Follower } from '../../../streamers/index.ts';
import { liveKey, matchLive } from '../../match/single.ts';
import { type Facts, firstPageOf, listMeant, loadFacts, OWNER, wasLiveOfLate } from './followers.ts';
import { type Decided, factsIfAny, isToBeKept, judgeStream, keepDecisions, withFilter } from './rules.ts';

/** A stream is unlikely to be live this long after its start. A message that is composed too late is skipped anyway. */
const STILL_NEWS_MS = hours(12);
export const giveUpAt = (now: Date): Date => new Date(now.getTime() + STILL_NEWS_MS);

/** The journal's channel when the owner has chosen none. */
export const noChannel = '' as Target['channelId'];

/**
 * Writes one journal row for each server that follows the channel: to be posted, or skipped with the reason. The text
 * is composed when the message is sent. If the event repeats, for instance after a crash, existing rows stay.
 */
export async function announceLive(ctx: Ctx, event: StreamEvent): Promise<void> {
  const decide = openLive(ctx, event);
  let writing = Promise.resolve();
  // Decides about the next page while this one is being written.
  for await (const followers of eachFollowerPage(ctx, event.channel, { first: firstPageOf(ctx) })) {
    const write = await decide(followers);
    await writing;
    writing = write();
    // If deciding the next page fails, we stop awaiting this write. Its own failure must not crash the process.
    writing.catch(() => undefined);
  }
  await writing;
}

/** Announces the stream to a few servers whose messages were skipped earlier. */
export async function announceTo(ctx: Ctx, event: StreamEvent, followers: readonly Follower[]): Promise<void> {
  const write = await openLive(ctx, event)(followers);
  await write();
}

/** Decides about followers and returns a function that writes the decisions. */
function openLive(ctx: Ctx, { session, channel, part }: StreamEvent) {
  const type: StreamerMessageType = `${channel.platform}Live`;
  const fanOut = openFanOut(ctx, liveFanOut(ctx, { session, channel }));
  // Starts this query now, while the first followers are still being read.
  const wasLive = wasLiveOfLate(ctx, session);
  wasLive.catch(() => undefined);
  return async (page: readonly Follower[]): Promise<() => Promise<void>> => {
    const followers = await listMeant(ctx, page.filter(isAlone), part?.graces);
    if (followers.length === 0) return async () => undefined;
    const afterOthersThan = (await wasLive) ? session.id : undefined;
    const [facts, verdicts] = await Promise.all([
      loadFacts(ctx, followers, { type, afterOthersThan }),
      judgeStream(ctx, followers, session),
    ]);
    const now = ctx.clock.now();
    const decided = followers.map((streamer) =>
      decideLive({ streamer, session, facts, verdict: verdicts(streamer.serverId), now }),
    );
    const targets = decided.map(({ target }) => target);
    return async () => {
      // Usually there is nothing else to store. A single statement needs no transaction.
      if (!decided.some(isToBeKept)) await fanOut.add(ctx.db, targets);
      else {
        await ctx.db.transaction(async (tx) => {
          await fanOut.add(tx, targets);
          await keepDecisions(ctx, tx, { session, channel }, decided);
        });
      }
    };
  };
}

/** Returns false for a streamer that belongs to a creator, because the creator's message announces it. */
export const isAlone = ({ creatorId }: Pick<Follower, 'creatorId'>): boolean => creatorId === null;

export const liveFanOut = (ctx: Ctx, { session, channel }: StreamEvent): FanOut => ({
  owner: OWNER,
  kind: 'live',
  sessionId: session.id,
  detectedAt: session.detectedAt,
  origin: originOf(session, session.startedAt),
  giveUpAt: giveUpAt(ctx.clock.now()),
  reasonValues: { name: channel.displayName },
});

/** Returns how we learned of the stream. Without a push, latency counts from the start of the stream. */
export const originOf = (
  { platform, pushed }: Pick<StreamSession, 'platform' | 'pushed'>,
  begunAt: Date,
): NonNullable<FanOut['origin']> => ({
  platform,
  toldAt: pushed?.toldAt ?? begunAt,
  arrivedAt: pushed?.arrivedAt ?? null,
});

export function decideLive(about: {
  streamer: Follower;
  session: StreamSession;
  facts: Facts;
  verdict: Verdict;
  now: Date;
}): Decided {
  const { streamer, session, facts, now } = about;
  const verdict = withFilter(about.verdict, streamer, session);
  const match = matchLive({ streamer, session, verdict, lastPostedAt: facts.lastLiveAt(streamer.id), now });
  const target: Target = {
    dedupeKey: liveKey(streamer.id, session.id),
    serverId: streamer.serverId,
    subject: streamer.id,
    // A row without a channel is skipped, with the missing channel as the reason.
    channelId: verdict.decision?.channelId ?? channelFor(streamer) ?? noChannel,
    about: factsIfAny(verdict),
    priority: facts.priority(streamer),
    lane: facts.lane(streamer),
    skip: facts.skip(match, streamer.serverId),
  };
  return { target, verdict };
}
