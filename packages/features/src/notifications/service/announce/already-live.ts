import { type Ctx, type Feature, LAST_GRACE } from '@tally/kernel';
import { listPlaces, listStopped, openFanOut, reconsider } from '@tally/pipeline/delivery';
import { asSession, findLatestSession, forGrace, listKnownAs, listStreams, observe } from '@tally/pipeline/detection';
import { planOf } from '../../../servers/index.ts';
import { channelFor, graceOf, type StreamerRow } from '../../../streamers/index.ts';
import { liveKey } from '../../match/single.ts';
import { liveFanOut, noChannel } from './announce-live.ts';

/** The journal explains why a stream that was already live is not announced. */
export const markLive: NonNullable<Feature['addedWhileLive']> = async (ctx, tx, { row, channel, snapshot }) => {
  if (snapshot) await observe(ctx, tx, row.platform, { snapshot, isSigned: false });
  const running = await findLatestSession(tx, row.platform, row.channelId);
  if (!running || (!snapshot && running.endedAt)) return null;
  const knownAs = await listKnownAs(tx, [running]);
  const session = knownAs(running, graceOf(row, (await planOf(ctx, row.serverId)).graceCeiling));
  const skipped = {
    dedupeKey: liveKey(row.id, session.id),
    serverId: row.serverId,
    subject: row.id,
    channelId: channelFor(row) ?? noChannel,
    skip: 'alreadyLiveWhenAdded',
  } as const;
  const fanOut = liveFanOut(ctx, { session: asSession(session), channel });
  await openFanOut(ctx, fanOut).add(tx, [skipped]);
  // A streamer that waited already has a journal row. That row gets this reason, so the owner can now post it.
  const place = (await listPlaces(tx, [skipped.dedupeKey])).get(skipped.dedupeKey);
  if (place?.skipped === 'otherBot') await reconsider(ctx, tx, fanOut, [skipped], ['skipped']);
  return session.id;
};

/** The row about the stream that was live when this streamer was added. Null if it has ended or was posted. */
export async function findUntold(ctx: Ctx, { id, alreadyLiveSession }: StreamerRow): Promise<string | null> {
  if (alreadyLiveSession === null) return null;
  const [stream] = await listStreams(ctx.db, [alreadyLiveSession]);
  if (!stream || forGrace(stream.strand, LAST_GRACE).endedAt) return null;
  const key = liveKey(id, alreadyLiveSession);
  return (await listStopped(ctx.db, [key], ['alreadyLiveWhenAdded'])).get(key) ?? null;
}
