import { isDeepStrictEqual } from 'node:util';
import type { ServerId } from '@tally/contract';
import type { Ctx, StreamEvent } from '@tally/kernel';
import { amend, listOpenDeliveries, type OpenDelivery, reconsider, type Target } from '@tally/pipeline/delivery';
import { channelFor, listStreamersById, type StreamerRow } from '../../../streamers/index.ts';
import { broadcastKey, matchAsMember } from '../../match/joint.ts';
import {
  listBroadcasts,
  listStreamsOf,
  listStreamsOfSessions,
  lockBroadcasts,
  reopen,
  reviveStreams,
} from '../../store/broadcasts.ts';
import { listCreatorsById } from '../../store/creators.ts';
import type { CreatorRow } from '../../tables.ts';
import { giveUpAt, noChannel } from '../announce/announce-live.ts';
import { loadFacts } from '../announce/followers.ts';
import { listHolders } from '../announce/refresh-and-close.ts';
import { type Decided, factsOf, judgeStream, keepDecisions, withFilter, wordReasons } from '../announce/rules.ts';
import { joinBroadcasts, messageFanOut } from './take-in.ts';

/** Updates the creators' messages when the title or category changes, or when the stream comes back. */
export async function refresh(ctx: Ctx, event: StreamEvent): Promise<void> {
  const { session } = event;
  if (session.endedAt) return;
  const ofSession = await listStreamsOfSessions(ctx.db, [session.id]);
  if (ofSession.length > 0) {
    // Runs first, because updates are sent immediately.
    await decideAgain(ctx, event);
    const members = await listStreamersById(
      ctx.db,
      ofSession.map((stream) => stream.streamerId),
    );
    const streamers = await listHolders(ctx, members, event);
    const holders = new Set(streamers.map(({ id }) => id));
    const streams = ofSession.filter((stream) => holders.has(stream.streamerId));
    const left = new Set(streamers.filter(({ settings }) => settings.editOnChange === false).map(({ id }) => id));
    const edited = streams.filter((stream) => !left.has(stream.streamerId)).map((stream) => stream.broadcastId);
    await ctx.db.transaction(async (tx) => {
      await lockBroadcasts(
        tx,
        streams.map((stream) => stream.broadcastId),
      );
      const revived = await reviveStreams(tx, session.id, [...holders]);
      await reopen(tx, revived);
      const keys = [...new Set([...edited, ...revived])].map(broadcastKey);
      await amend(ctx, tx, keys, { about: { phase: 'live' }, giveUpAt: giveUpAt(ctx.clock.now()) });
    });
  }
  await joinBroadcasts(ctx, event);
}

/** Decides again in servers where a decision held for an override has expired. Posted messages stay. */
export async function judgeAgain(ctx: Ctx, event: StreamEvent, serverIds: ReadonlySet<ServerId>): Promise<void> {
  if (event.session.endedAt) return;
  await decideAgain(ctx, event);
  await joinBroadcasts(ctx, event, serverIds);
}

/** Decides about a broadcast again with the current words of its first stream, unless its message was posted. */
export async function decideAgain(ctx: Ctx, event: StreamEvent): Promise<void> {
  const { session, channel } = event;
  const cases = await listUntold(ctx, session.id);
  if (cases.length === 0) return;
  const members = cases.map(({ member }) => member);
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, members, { type: `${channel.platform}Live` }),
    judgeStream(ctx, members, session),
  ]);
  const now = ctx.clock.now();
  const decided = cases.flatMap((each) => {
    const { member, creator, before } = each;
    const verdict = withFilter(verdicts(member.serverId), member, session);
    const match = matchAsMember({ member, creator, session, verdict, lastAloneAt: null, now });
    const target: Target = {
      dedupeKey: before.dedupeKey,
      serverId: member.serverId,
      subject: member.id,
      channelId: verdict.decision?.channelId ?? creator.notificationChannelId ?? channelFor(member) ?? noChannel,
      about: factsOf(verdict),
      priority: facts.priority(member),
      lane: facts.lane(member),
      skip: match.kind === 'skip' ? match.reason : undefined,
    };
    return isNews(target, verdict, before) ? [{ target, verdict }] : [];
  });
  await ctx.db.transaction(async (tx) => {
    const targets = decided.map(({ target }) => target);
    const changed = await reconsider(ctx, tx, messageFanOut(ctx, event), targets);
    const done = decided.filter(({ target }) => changed.has(target.dedupeKey));
    await keepDecisions(ctx, tx, event, done);
  });
}

/** New words can only stop or move a waiting message. Its other reasons were already checked. */
function isNews(target: Target, verdict: Decided['verdict'], before: OpenDelivery): boolean {
  if (before.skipped !== null) return (target.skip ?? null) !== before.skipped;
  if (target.skip) return wordReasons.includes(target.skip);
  const { override = null, awaitsCategory = false } = before.about;
  return target.channelId !== before.channelId || !isDeepStrictEqual(factsOf(verdict), { override, awaitsCategory });
}

interface Untold {
  readonly before: OpenDelivery;
  readonly member: StreamerRow;
  readonly creator: CreatorRow;
}

/** The broadcasts that this stream started and that were not announced yet. */
async function listUntold(ctx: Ctx, sessionId: string): Promise<Untold[]> {
  const keys = (await listStreamsOfSessions(ctx.db, [sessionId])).map((stream) => broadcastKey(stream.broadcastId));
  const open = await listOpenDeliveries(ctx, keys, wordReasons);
  const ids = open.flatMap(({ about }) => (typeof about.broadcastId === 'string' ? [about.broadcastId] : []));
  const [broadcasts, streams] = await Promise.all([listBroadcasts(ctx.db, ids), listStreamsOf(ctx.db, ids)]);
  const openers = [...Map.groupBy(streams, (stream) => stream.broadcastId).values()].flatMap(([first]) =>
    first?.sessionId === sessionId ? [first] : [],
  );
  const [creators, members] = await Promise.all([
    listCreatorsById(
      ctx.db,
      broadcasts.map((row) => row.creatorId),
    ),
    listStreamersById(
      ctx.db,
      openers.map((stream) => stream.streamerId),
    ),
  ]);
  const creatorById = new Map(creators.map((row) => [row.id, row]));
  const creatorOf = new Map(broadcasts.map((row) => [row.id, creatorById.get(row.creatorId)]));
  const memberOf = new Map(members.map((row) => [row.id, row]));
  const openOf = new Map(open.map((row) => [row.about.broadcastId, row]));
  return openers.flatMap(({ broadcastId, streamerId }) => {
    const [creator, member, before] = [creatorOf.get(broadcastId), memberOf.get(streamerId), openOf.get(broadcastId)];
    return creator && member && before ? [{ creator, member, before }] : [];
  });
}
