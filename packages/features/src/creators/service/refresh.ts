import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '@tally/kernel';
import { amendMany, listOpenDeliveries, reconsider, type Target } from '@tally/pipeline/delivery';
import {
  channelFor,
  factsOf,
  giveUpAt,
  type Happening,
  judgeStream,
  keepDecisions,
  listStreamersById,
  loadFacts,
  noChannel,
} from '../../notifications/index.ts';
import { broadcastKey, matchAsMember } from '../match.ts';
import {
  listBroadcasts,
  listStreamsOf,
  listStreamsOfSession,
  lockBroadcasts,
  reopen,
  reviveStreams,
} from '../store/broadcasts.ts';
import { listCreatorsById } from '../store/creators.ts';
import { messageFanOut, takeIn } from './take-in.ts';

/** Title or category changed, or the stream came back: the messages that tell of it say how it is now. */
export async function refresh(ctx: Ctx, happening: Happening): Promise<void> {
  const { session } = happening;
  if (session.endedAt) return;
  const streams = await listStreamsOfSession(ctx.db, session.id);
  if (streams.length > 0) {
    // First, because what is refreshed goes out at once.
    await decideAgain(ctx, happening);
    const streamers = await listStreamersById(
      ctx.db,
      streams.map((stream) => stream.streamerId),
    );
    const left = new Set(streamers.filter(({ settings }) => settings.editOnChange === false).map(({ id }) => id));
    const edited = streams.filter((stream) => !left.has(stream.streamerId)).map((stream) => stream.broadcastId);
    await ctx.db.transaction(async (tx) => {
      await lockBroadcasts(
        tx,
        streams.map((stream) => stream.broadcastId),
      );
      const revived = await reviveStreams(tx, session.id);
      await reopen(tx, revived);
      const keys = [...new Set([...edited, ...revived])].map(broadcastKey);
      await amendMany(ctx, tx, keys, { about: { phase: 'live' }, giveUpAt: giveUpAt(ctx.clock.now()) });
    });
  }
  await takeIn(ctx, happening);
}

/**
 * What overrides decided about a broadcast is decided again with the present words of the stream that opened it, as long
 * as nobody has seen anything.
 */
export async function decideAgain(ctx: Ctx, happening: Happening): Promise<void> {
  const { session, channel } = happening;
  const ids = (await listStreamsOfSession(ctx.db, session.id)).map((stream) => broadcastKey(stream.broadcastId));
  const open = await listOpenDeliveries(ctx, ids, ['override', 'onlyOverrides']);
  if (open.length === 0) return;
  const broadcastIds = open.flatMap(({ about }) => (typeof about.broadcastId === 'string' ? [about.broadcastId] : []));
  const byBroadcast = Map.groupBy(await listStreamsOf(ctx.db, broadcastIds), (stream) => stream.broadcastId);
  const openers = [...byBroadcast.values()].flatMap(([first]) => (first?.sessionId === session.id ? [first] : []));
  const members = new Map(
    (
      await listStreamersById(
        ctx.db,
        openers.map((stream) => stream.streamerId),
      )
    ).map((row) => [row.id, row]),
  );
  const broadcasts = new Map((await listBroadcasts(ctx.db, broadcastIds)).map((row) => [row.id, row]));
  const creators = new Map(
    (
      await listCreatorsById(
        ctx.db,
        [...broadcasts.values()].map((row) => row.creatorId),
      )
    ).map((row) => [row.id, row]),
  );
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, [...members.values()], { type: `${channel.platform}Live` }),
    judgeStream(ctx, [...members.values()], session),
  ]);
  const now = ctx.clock.now();
  const decided = openers.flatMap((stream) => {
    const member = members.get(stream.streamerId);
    const creator = creators.get(broadcasts.get(stream.broadcastId)?.creatorId ?? '');
    const before = open.find((each) => each.about.broadcastId === stream.broadcastId);
    if (!member || !creator || !before) return [];
    const verdict = verdicts(member.serverId);
    const match = matchAsMember({ member, creator, session, verdict, lastAloneAt: null, now });
    const target: Target = {
      dedupeKey: before.dedupeKey,
      serverId: member.serverId,
      subject: member.id,
      channelId: verdict.decision?.channelId ?? creator.notificationChannelId ?? channelFor(member) ?? noChannel,
      about: { broadcastId: stream.broadcastId, ...factsOf(verdict) },
      priority: facts.priority(member),
      lane: facts.lane(member),
      skip: match.kind === 'skip' ? match.reason : undefined,
    };
    // What waits is only stopped or sent elsewhere by an override; its other reasons were weighed before.
    const isStopped = target.skip !== undefined && verdict.skip === null;
    const { override = null, awaitsCategory = false } = before.about;
    const isSame =
      (target.skip ?? null) === before.skipped &&
      target.channelId === before.channelId &&
      isDeepStrictEqual(factsOf(verdict), { override, awaitsCategory });
    return isSame || (before.skipped === null && isStopped) ? [] : [{ target, verdict }];
  });
  await ctx.db.transaction(async (tx) => {
    const targets = decided.map(({ target }) => target);
    const changed = await reconsider(ctx, tx, messageFanOut(ctx, happening), targets);
    const done = decided.filter(({ target }) => changed.has(target.dedupeKey));
    await keepDecisions(ctx, tx, happening, done);
  });
}
