import type { EndAction } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx, Grace, StreamEvent } from '@tally/kernel';
import { amend, type FanOut, listPlaces, openFanOut, type Target, withdraw } from '@tally/pipeline/delivery';
import { graceOf, listStreamersById, type StreamerRow } from '../../../streamers/index.ts';
import { broadcastEndKey, broadcastKey } from '../../match/joint.ts';
import { endActionOf } from '../../match/single.ts';
import {
  closeFinished,
  endStreams,
  listDeserted,
  listStreamsOf,
  listStreamsOfSessions,
  lockBroadcasts,
} from '../../store/broadcasts.ts';
import type { CreatorStream } from '../../tables.ts';
import { giveUpAt, liveFanOut, noChannel } from '../announce/announce-live.ts';
import { loadFacts } from '../announce/followers.ts';
import { judgeStream } from '../announce/rules.ts';
import { OWNER } from './take-in.ts';

/** Ends one platform for servers with this grace period. The message closes when the last platform ends. */
export async function end(ctx: Ctx, event: StreamEvent & { readonly grace: Grace }): Promise<void> {
  const { session, part, grace } = event;
  const strand = part?.strand ?? [session.id];
  const running = (await listStreamsOfSessions(ctx.db, strand)).filter((stream) => stream.overAt === null);
  const streamers = await listStreamersById(
    ctx.db,
    running.map((stream) => stream.streamerId),
  );
  if (streamers.length === 0) return;
  const about = await prepare(ctx, event, streamers);
  const isOver = (streamer: StreamerRow) =>
    graceOf(streamer, about.facts.plan(streamer.serverId).graceCeiling) <= grace;
  const over = new Set(streamers.filter(isOver).map((streamer) => streamer.id));
  const concerned = running.filter((stream) => over.has(stream.streamerId));
  await ctx.db.transaction(async (tx) => {
    await lockBroadcasts(
      tx,
      concerned.map((stream) => stream.broadcastId),
    );
    const now = ctx.clock.now();
    const left = await endStreams(tx, { sessionIds: strand, streamerIds: [...over], now });
    const closed = await closeFinished(tx, left, now);
    const goingOn = left.filter((id) => !closed.has(id));
    await amend(ctx, tx, goingOn.map(broadcastKey), { giveUpAt: giveUpAt(now) });
    await close(tx, about, closed);
  });
}

/** A stream's event may arrive before the event that ends the previous stream. */
export async function endFormer(ctx: Ctx, { session, channel, part }: StreamEvent): Promise<void> {
  const strand = part?.strand.slice(0, -1) ?? [];
  const [id, grace] = [strand.at(-1), part?.graces.at(-1)];
  if (id === undefined || grace === undefined) return;
  await end(ctx, { session: { ...session, id }, channel, grace, part: { graces: [grace], strand } });
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(ctx: Ctx, event: StreamEvent, streamers: readonly StreamerRow[]) {
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, streamers, { type: `${event.channel.platform}Offline` }),
    judgeStream(ctx, streamers, event.session),
  ]);
  return { ctx, event, facts, verdicts };
}

/** Ends each message as the server chose for the streamer who went live first. */
async function close(tx: Db, about: Prepared, closed: ReadonlySet<string>): Promise<void> {
  const { ctx, event } = about;
  const streams = await listStreamsOf(tx, [...closed]);
  const first = new Map(streams.toReversed().map((stream) => [stream.broadcastId, stream]));
  const openers = await listStreamersById(tx, [...new Set([...first.values()].map((stream) => stream.streamerId))]);
  const opener = new Map(openers.map((streamer) => [streamer.id, streamer]));
  const ends = [...first.values()].flatMap((stream) => {
    const streamer = opener.get(stream.streamerId);
    return streamer ? [{ stream, streamer, action: endActionOf(streamer) }] : [];
  });
  const those = (...actions: readonly EndAction[]) => ends.filter(({ action }) => actions.includes(action));
  const keys = (list: typeof ends) => list.map(({ stream }) => broadcastKey(stream.broadcastId));
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  await amend(ctx, tx, keys(those('endCard')), { about: { phase: 'end' }, ...until });
  await withdraw(ctx, tx, keys(those('delete', 'deleteAndPost')), until);
  const posts = those('post', 'deleteAndPost');
  const places = await listPlaces(tx, keys(posts));
  const targets = posts.flatMap(({ stream, streamer }): Target[] => {
    const place = places.get(broadcastKey(stream.broadcastId));
    return place ? [endOf(about, { stream, streamer, place })] : [];
  });
  await openFanOut(ctx, endFanOut(ctx, event)).add(tx, targets);
}

interface EndTarget {
  readonly channelId: Target['channelId'];
  readonly skipped: Target['skip'] | null;
}

/** If the start was not announced, the end is not announced either. */
function endOf(
  { facts, verdicts }: Prepared,
  { stream, streamer, place }: { stream: CreatorStream; streamer: StreamerRow; place: EndTarget },
): Target {
  const quiet = verdicts(streamer.serverId).quiet ? 'quietHours' : undefined;
  return {
    dedupeKey: broadcastEndKey(stream.broadcastId),
    serverId: streamer.serverId,
    subject: streamer.id,
    channelId: place.channelId || noChannel,
    about: { broadcastId: stream.broadcastId },
    priority: facts.priority(streamer),
    lane: facts.lane(streamer),
    skip: place.skipped ?? quiet,
  };
}

const endFanOut = (ctx: Ctx, event: StreamEvent): FanOut => ({
  ...liveFanOut(ctx, event),
  owner: OWNER,
  kind: 'end',
  detectedAt: event.session.endedAt ?? ctx.clock.now(),
});

const AT_ONCE = 100;

/** Closes broadcasts whose last live streamer was unfollowed, because no platform event reports that. */
export async function endDeserted(ctx: Ctx): Promise<void> {
  const ids = await listDeserted(ctx.db, AT_ONCE);
  if (ids.length === 0) return;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockBroadcasts(tx, ids);
    const closed = await closeFinished(tx, ids, now);
    await amend(ctx, tx, [...closed].map(broadcastKey), { about: { phase: 'end' }, giveUpAt: giveUpAt(now) });
  });
}
