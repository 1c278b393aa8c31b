import type { StreamerMessageType } from '@tally/contract';
import { type Channel, type Ctx, hours, type StreamSession } from '@tally/kernel';
import { openFanOut, type Target } from '@tally/pipeline/delivery';
import { channelFor, liveKey, matchLive } from '../match.ts';
import type { Follower } from '../tables.ts';
import { eachPage, type Facts, loadFacts, OWNER, wasLiveOfLate } from './followers.ts';

export interface Happening {
  readonly session: StreamSession;
  readonly channel: Channel;
}

/** A message is worth sending for as long as the stream may run; what is composed too late is left out anyway. */
const STILL_NEWS_MS = hours(12);
export const giveUpAt = (now: Date): Date => new Date(now.getTime() + STILL_NEWS_MS);

/** Stands in the journal where nothing was chosen. */
export const noChannel = '' as Target['channelId'];

/**
 * One journal row per server that follows the channel: to be posted, or skipped with the reason. What it says is
 * composed when it is sent. Told twice, or again after it was killed in the middle, the rows that are there stay.
 */
export async function announceLive(ctx: Ctx, { session, channel }: Happening): Promise<void> {
  const type: StreamerMessageType = `${channel.platform}Live`;
  const fanOut = openFanOut(ctx, {
    owner: OWNER,
    kind: 'live',
    sessionId: session.id,
    detectedAt: session.detectedAt,
    giveUpAt: giveUpAt(ctx.clock.now()),
    reasonValues: { name: channel.displayName },
  });
  const afterOthersThan = (await wasLiveOfLate(ctx, session)) ? session.id : undefined;
  for await (const followers of eachPage(ctx, channel)) {
    const facts = await loadFacts(ctx, followers, { type, afterOthersThan });
    const now = ctx.clock.now();
    const targets = followers.map((streamer) => liveTarget(streamer, session, facts, now));
    await ctx.db.transaction(async (tx) => await fanOut.add(tx, targets));
  }
}

function liveTarget(streamer: Follower, session: StreamSession, facts: Facts, now: Date): Target {
  const match = matchLive({ streamer, session, lastPostedAt: facts.lastLiveAt(streamer.id), now });
  return {
    dedupeKey: liveKey(streamer.id, session.id),
    serverId: streamer.serverId,
    subject: streamer.id,
    // A row without a channel is skipped for that very reason; it has no other address.
    channelId: channelFor(streamer) ?? noChannel,
    priority: facts.priority(streamer),
    lane: facts.lane(streamer),
    skip: match.kind === 'skip' ? match.reason : undefined,
  };
}
