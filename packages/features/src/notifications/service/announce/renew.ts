import type { Ctx } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { asSession, forGrace, listStreams } from '@tally/pipeline/detection';
import type { Renewed } from '../../../journal/index.ts';
import { planOf } from '../../../servers/index.ts';
import { graceOf, listStreamersById, takeAsNews } from '../../../streamers/index.ts';
import { decideLive, isAlone, liveFanOut } from './announce-live.ts';
import { loadFacts, wasLiveOfLate } from './followers.ts';
import { factsOf, judgeStream } from './rules.ts';

/** Decides again about the announcement of one streamer. */
export async function renew(ctx: Ctx, delivery: Delivery): Promise<Renewed | null> {
  const [stream] = await listStreams(ctx.db, delivery.sessionId ? [delivery.sessionId] : []);
  const [row] = await listStreamersById(ctx.db, [delivery.subject]);
  if (!stream || !row) return null;
  const known = forGrace(stream.strand, graceOf(row, (await planOf(ctx, row.serverId)).graceCeiling));
  if (known.endedAt) return null;
  const streamer = delivery.reason === 'alreadyLiveWhenAdded' ? await takeAsNews(ctx, row) : row;
  const { channel } = stream;
  const session = asSession(known);
  const afterOthersThan = (await wasLiveOfLate(ctx, session)) ? session.id : undefined;
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, [streamer], { type: `${channel.platform}Live`, afterOthersThan }),
    judgeStream(ctx, [streamer], session),
  ]);
  const now = ctx.clock.now();
  const { target, verdict } = decideLive({ streamer, session, facts, verdict: verdicts(streamer.serverId), now });
  const skip = isAlone(streamer) ? target.skip : 'partOfCreator';
  return {
    fanOut: liveFanOut(ctx, { session, channel }),
    target: { ...target, about: factsOf(verdict), skip },
    name: channel.displayName,
  };
}
