import { isDeepStrictEqual } from 'node:util';
import { type Ctx, LAST_GRACE, type StreamEvent } from '@tally/kernel';
import { type Delivery, listOpenDeliveries, type OpenDelivery, reconsider } from '@tally/pipeline/delivery';
import { aboutOf } from '../../../journal/index.ts';
import type { Follower } from '../../../streamers/index.ts';
import { liveKey } from '../../match/single.ts';
import type { Cast } from '../compose/scenes.ts';
import { decideLive, isAlone, liveFanOut } from './announce-live.ts';
import { loadFacts, wasLiveOfLate } from './followers.ts';
import { type Decided, factsOf, judgeStream, keepDecisions, wordReasons } from './rules.ts';

/** Decides about a stream again, with its current title and category, wherever no message has been posted yet. */
export async function reconsiderLive(
  ctx: Ctx,
  { session, channel }: StreamEvent,
  those: readonly Follower[],
): Promise<void> {
  if (session.endedAt) return;
  const followers = those.filter(isAlone);
  const keys = followers.map((streamer) => liveKey(streamer.id, session.id));
  const open = new Map((await listOpenDeliveries(ctx, keys, wordReasons)).map((each) => [each.dedupeKey, each]));
  const concerned = followers.filter((streamer) => open.has(liveKey(streamer.id, session.id)));
  if (concerned.length === 0) return;

  const afterOthersThan = (await wasLiveOfLate(ctx, session)) ? session.id : undefined;
  const facts = await loadFacts(ctx, concerned, { type: `${channel.platform}Live`, afterOthersThan });
  const verdicts = await judgeStream(ctx, concerned, session);
  const now = ctx.clock.now();
  const decided = concerned
    .map((streamer) => decideLive({ streamer, session, facts, verdict: verdicts(streamer.serverId), now }))
    .filter((each) => isNews(each, open.get(each.target.dedupeKey)));
  const targets = decided.map(({ target, verdict }) => ({ ...target, about: factsOf(verdict) }));
  await ctx.db.transaction(async (tx) => {
    const changed = await reconsider(ctx, tx, liveFanOut(ctx, { session, channel }), targets);
    const done = decided.filter(({ target }) => changed.has(target.dedupeKey));
    await keepDecisions(ctx, tx, { session, channel }, done);
  });
}

/** New words can only stop or move a waiting message. All other reasons were already checked. */
function isNews({ target, verdict }: Decided, open: OpenDelivery | undefined): boolean {
  if (!open) return false;
  if (open.skipped !== null) return (target.skip ?? null) !== open.skipped;
  if (target.skip) return wordReasons.includes(target.skip);
  const { override = null, awaitsCategory = false } = open.about;
  return target.channelId !== open.channelId || !isDeepStrictEqual(factsOf(verdict), { override, awaitsCategory });
}

/**
 * Checks messages that waited for a category and are about to be sent. The category may have arrived before their rows
 * were written.
 */
export async function reconsiderAwaited(ctx: Ctx, deliveries: readonly Delivery[], cast: Cast): Promise<void> {
  const awaited = deliveries.filter((each) => each.messageId === null && aboutOf(each).awaitsCategory);
  for (const [sessionId, rows] of Map.groupBy(awaited, (each) => each.sessionId)) {
    const session = cast.session(sessionId, LAST_GRACE);
    const streamers = rows.flatMap((row) => cast.streamer(row.subject) ?? []);
    const channel = streamers[0] && cast.channel(streamers[0]);
    if (session && channel && session.details.category !== null) {
      await reconsiderLive(ctx, { session, channel }, streamers);
    }
  }
}
