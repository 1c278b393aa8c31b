import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import type { Renewed } from '../../../journal/index.ts';
import { broadcastKey, matchAsMember } from '../../match/joint.ts';
import { listBroadcasts, listStreamsIn } from '../../store/broadcasts.ts';
import { listCreators } from '../../store/creators.ts';
import { withFilter } from '../announce/rules.ts';
import { broadcastOf, loadCasts } from './compose.ts';
import { messageFanOut, messageOf, prepare } from './take-in.ts';

export interface StreamOfStreamer {
  readonly streamerId: string;
  readonly sessionId: string;
}

/** Posts the joint message again, for the first live platform. */
export async function renew(ctx: Ctx, delivery: Delivery): Promise<Renewed | null> {
  const id = broadcastOf(delivery) ?? '';
  const cast = id ? (await loadCasts(ctx, [id])).get(id) : undefined;
  const first = cast?.parts.find(({ stream, session }) => stream.overAt === null && session.endedAt === null);
  if (!cast?.creator || !first) return null;
  const { streamer: member, session, channel } = first;
  const { creator } = cast;
  const prepared = await prepare(ctx, { session, channel }, [member]);
  const { now } = prepared;
  const verdict = withFilter(prepared.verdicts(member.serverId), member, session);
  const question = { member, creator, session, verdict, standing: null, lastAloneAt: null, now };
  const match = matchAsMember(question);
  const skip = match.kind === 'skip' ? match.reason : undefined;
  return {
    fanOut: messageFanOut(ctx, { session, channel }),
    target: { ...messageOf(prepared, { question }, id), skip },
    name: creator.name,
  };
}

/**
 * Returns the keys of the joint messages about these streams, by streamer. Leaves out creators in whose channel the bot
 * cannot post.
 */
export async function jointKeys(
  ctx: Ctx,
  serverIds: readonly ServerId[],
  streams: readonly StreamOfStreamer[],
): Promise<ReadonlyMap<string, string>> {
  const creators = new Map((await listCreators(ctx.db, serverIds)).map((row) => [row.id, row]));
  if (creators.size === 0) return new Map();
  const parts = (await listStreamsIn(ctx.db, streams)).filter(({ overAt }) => overAt === null);
  const broadcasts = await listBroadcasts(
    ctx.db,
    parts.map(({ broadcastId }) => broadcastId),
  );
  const open = new Set(
    broadcasts.flatMap(({ id, creatorId }) => (creators.get(creatorId)?.isRoomClosed === false ? [id] : [])),
  );
  return new Map(
    parts.flatMap(({ streamerId, broadcastId }) =>
      open.has(broadcastId) ? [[streamerId, broadcastKey(broadcastId)]] : [],
    ),
  );
}
