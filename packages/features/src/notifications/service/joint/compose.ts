import type { DeliveryReason, Platform } from '@tally/contract';
import { type Channel, type Ctx, type StreamSession, seconds } from '@tally/kernel';
import type { Composition, Delivery } from '@tally/pipeline/delivery';
import { asSessionFor, listStreams } from '@tally/pipeline/detection';
import { loadChannels } from '../../../journal/index.ts';
import { plansOf } from '../../../servers/index.ts';
import { graceOf, listStreamersById, pausedBy, type StreamerRow } from '../../../streamers/index.ts';
import { byPlatform, inRoom, merge } from '../../match/joint.ts';
import { linksOf } from '../../render/links.ts';
import { listBroadcasts, listStreamsOf } from '../../store/broadcasts.ts';
import { listCreatorsById } from '../../store/creators.ts';
import type { CreatorRow, CreatorStream } from '../../tables.ts';
import { CATEGORY_WAIT_SECONDS, composeJoints, type Joint } from '../compose/compose.ts';
import { decideAgain } from './refresh.ts';

/** Composes each creator's current message from the live streams and the texts that apply. */
export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  const casts = await loadCasts(
    ctx,
    deliveries.flatMap((delivery) => broadcastOf(delivery) ?? []),
  );
  await decideAwaited(ctx, deliveries, casts);
  const parts = deliveries.map((delivery) => partOf(ctx, delivery, casts.get(broadcastOf(delivery) ?? '')));
  const joints = parts.filter((part) => 'delivery' in part);
  const composed = new Map((await composeJoints(ctx, joints)).map((each, place) => [joints[place], each]));
  return parts.map((part) => ('delivery' in part ? (composed.get(part) as Composition) : part));
}

/** Our own code wrote this fact, so its type is known. */
export const broadcastOf = ({ about }: Delivery): string | null =>
  typeof about.broadcastId === 'string' ? about.broadcastId : null;

/** One platform's part in a broadcast. */
export interface Part {
  readonly platform: Platform;
  readonly stream: CreatorStream;
  readonly streamer: StreamerRow;
  readonly session: StreamSession;
  readonly channel: Channel;
}

interface Cast {
  /** The parts, in the order of joining. */
  readonly parts: readonly Part[];
  /** Null if the creator was removed. The message stays until the broadcast ends. */
  readonly creator: CreatorRow | null;
}

/** Loads the parts of these broadcasts, with a fixed number of queries and one more per stream. */
export async function loadCasts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Cast>> {
  const [broadcasts, streams] = await Promise.all([listBroadcasts(ctx.db, ids), listStreamsOf(ctx.db, ids)]);
  const sessionIds = [...new Set(streams.map((stream) => stream.sessionId))];
  const [creators, streamers, sessions] = await Promise.all([
    listCreatorsById(ctx.db, [...new Set(broadcasts.map((each) => each.creatorId))]),
    listStreamersById(ctx.db, [...new Set(streams.map((stream) => stream.streamerId))]),
    listStreams(ctx.db, sessionIds),
  ]);
  const serverIds = streamers.map((streamer) => streamer.serverId);
  const [channels, plan] = await Promise.all([loadChannels(ctx, streamers), plansOf(ctx, serverIds)]);
  const streamerOf = new Map(streamers.map((row) => [row.id, row]));
  const strandOf = new Map(sessions.map(({ session, strand }) => [session.id, strand]));
  const creatorOf = new Map(creators.map((row) => [row.id, row]));
  const parts = streams.flatMap((stream): Part[] => {
    const streamer = streamerOf.get(stream.streamerId);
    const strand = strandOf.get(stream.sessionId);
    const channel = streamer && channels.get(`${streamer.platform} ${streamer.channelId}`);
    if (!strand || !channel) return [];
    const session = asSessionFor(strand, graceOf(streamer, plan(streamer.serverId).graceCeiling));
    return [{ platform: channel.platform, stream, streamer, session, channel }];
  });
  const byBroadcast = Map.groupBy(parts, ({ stream }) => stream.broadcastId);
  return new Map(
    broadcasts.map(({ id, creatorId }) => [
      id,
      { parts: byBroadcast.get(id) ?? [], creator: creatorOf.get(creatorId) ?? null },
    ]),
  );
}

const awaitsCategory = ({ about, messageId }: Delivery): boolean => messageId === null && about.awaitsCategory === true;

/** Decides about messages that waited for the category of their first stream, now that it has arrived. */
async function decideAwaited(
  ctx: Ctx,
  deliveries: readonly Delivery[],
  casts: ReadonlyMap<string, Cast>,
): Promise<void> {
  const openers = deliveries.filter(awaitsCategory).flatMap((row) => casts.get(broadcastOf(row) ?? '')?.parts[0] ?? []);
  const known = new Map(
    openers.filter(({ session }) => session.details.category !== null).map((part) => [part.session.id, part]),
  );
  for (const { session, channel } of known.values()) await decideAgain(ctx, { session, channel });
}

const LOOK_AGAIN_MS = seconds(2);

function partOf(ctx: Ctx, delivery: Delivery, cast: Cast | undefined): Joint | Composition {
  const [opener] = cast?.parts ?? [];
  // The server unfollowed all the creator's streamers, so the message is no longer needed.
  if (!cast || !opener) return skip('paused', '');
  const live = cast.parts.filter(({ stream }) => stream.overAt === null);
  const isLive = delivery.kind === 'live' && live.length > 0;
  if (delivery.kind === 'live' && !delivery.messageId) {
    if (!isLive) return skip('streamEndedFirst', opener.streamer.name);
    const pauses = live.map(({ streamer }) => pausedBy(inRoom(streamer, cast.creator?.notificationChannelId ?? null)));
    const [paused] = pauses;
    if (paused && pauses.every((each) => each !== null)) return skip(paused, opener.streamer.name);
    const until = categoryDue(ctx, delivery, opener);
    if (until) return { kind: 'wait', until };
  }
  const shown = byPlatform(isLive ? live : cast.parts, cast.creator?.platformOrder ?? []);
  const [leader = opener, ...others] = shown;
  return {
    // The code above already handled the wait for an override's category.
    delivery: { ...delivery, about: { ...delivery.about, awaitsCategory: false } },
    streamer: leader.streamer,
    channel: leader.channel,
    session: merge([leader.session, ...others.map(({ session }) => session)]),
    isLive,
    links: linksOf(ctx, shown, isLive),
    vodUrl: typeof delivery.about.vodUrl === 'string' ? delivery.about.vodUrl : null,
    pingRoleId: cast.creator?.pingRoleId ?? leader.streamer.settings.pingRoleId ?? null,
  };
}

const skip = (reason: DeliveryReason, name: string): Composition => ({ kind: 'skip', reason, values: { name } });

function categoryDue(ctx: Ctx, delivery: Delivery, { session }: Part): Date | null {
  if (!awaitsCategory(delivery)) return null;
  const lookAgain = ctx.clock.now().getTime() + LOOK_AGAIN_MS;
  // Another process has just decided about this message again, so our data is outdated.
  if (session.details.category !== null) return new Date(lookAgain);
  const deadline = session.detectedAt.getTime() + seconds(CATEGORY_WAIT_SECONDS);
  return ctx.clock.now().getTime() < deadline ? new Date(Math.min(deadline, lookAgain)) : null;
}
