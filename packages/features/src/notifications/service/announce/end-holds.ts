import type { ServerId } from '@tally/contract';
import { type Ctx, LAST_GRACE } from '@tally/kernel';
import { asSessionFor, gracesOf, listStreams } from '@tally/pipeline/detection';
import { deleteEndedHolds, listEndedHolds } from '../../../overrides/index.ts';
import { eachFollowerPage } from '../../../streamers/index.ts';
import { judgeAgain } from '../joint/refresh.ts';
import { listMeant } from './followers.ts';
import { reconsiderLive } from './reconsider.ts';

const HOLDS_AT_ONCE = 5_000;

/** Decides about a stream again, with its current title and category, once a held decision has expired. */
export async function endHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (;;) {
    const ended = await listEndedHolds(ctx.db, now, HOLDS_AT_ONCE);
    for (const [sessionId, holds] of Map.groupBy(ended, (hold) => hold.sessionId)) {
      const serverIds = holds.map((hold) => hold.serverId);
      await endHoldsOf(ctx, sessionId, new Set(serverIds));
      await deleteEndedHolds(ctx.db, sessionId, serverIds, now);
    }
    if (ended.length < HOLDS_AT_ONCE) return;
  }
}

async function endHoldsOf(ctx: Ctx, sessionId: string, serverIds: ReadonlySet<ServerId>): Promise<void> {
  const [stream] = await listStreams(ctx.db, [sessionId]);
  if (!stream) return;
  const { strand, channel } = stream;
  const part = { graces: gracesOf(strand, 0), strand: strand.map(({ id }) => id) };
  const event = { session: asSessionFor(strand, LAST_GRACE), channel, part };
  for await (const followers of eachFollowerPage(ctx, channel)) {
    const concerned = followers.filter((streamer) => serverIds.has(streamer.serverId));
    await reconsiderLive(ctx, event, await listMeant(ctx, concerned, part.graces));
  }
  await judgeAgain(ctx, event, serverIds);
}
