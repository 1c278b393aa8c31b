import type { EndAction } from '@tally/contract';
import { type Ctx, type Grace, LAST_GRACE, type StreamEvent } from '@tally/kernel';
import { amend, listPlaces, openFanOut, type Target, withdraw } from '@tally/pipeline/delivery';
import { channelFor, eachFollowerPage, type Follower, graceOf } from '../../../streamers/index.ts';
import { endActionOf, endKey, liveKey } from '../../match/single.ts';
import { giveUpAt, noChannel } from './announce-live.ts';
import { type Facts, listMeant, listToldAs, loadFacts, OWNER } from './followers.ts';
import { reconsiderLive } from './reconsider.ts';
import { judgeStream } from './rules.ts';

/** Updates every posted message when the title or category changes, or when the stream comes back. */
export async function refreshMessages(ctx: Ctx, event: StreamEvent): Promise<void> {
  const { session, channel } = event;
  for await (const page of eachFollowerPage(ctx, channel)) {
    const followers = await listHolders(ctx, page, event);
    // Runs first, because refreshed messages are sent immediately.
    await reconsiderLive(ctx, { session, channel }, followers);
    const { edited = [], left = [] } = Object.groupBy(followers, ({ settings }) =>
      settings.editOnChange === false ? 'left' : 'edited',
    );
    const keys = (streamers: readonly Follower[]) => streamers.map((each) => liveKey(each.id, session.id));
    const change = { about: { phase: 'live' }, giveUpAt: giveUpAt(ctx.clock.now()) };
    await ctx.db.transaction(async (tx) => {
      await amend(ctx, tx, keys(edited), change);
      // A server that wants no edits must not keep an end card for a stream that is live again.
      await amend(ctx, tx, keys(left), { ...change, having: { phase: 'end' } });
    });
  }
}

/**
 * The followers whose message of this session shows the stream. If another stream began after this one, the message
 * stays as it is.
 */
export async function listHolders<T extends Pick<Follower, 'id' | 'serverId' | 'settings'>>(
  ctx: Ctx,
  followers: readonly T[],
  { session, part }: StreamEvent,
): Promise<readonly T[]> {
  if (!part || part.strand.at(-1) === session.id) return followers;
  const toldAs = await listToldAs(ctx, followers, part.strand);
  return (await listMeant(ctx, followers, part.graces)).filter(({ id }) => toldAs(id) === session.id);
}

/**
 * Closes messages when the stream has ended for servers with this grace period, and finally for all servers. Each
 * message changes as its server chose.
 */
export async function closeMessages(ctx: Ctx, about: StreamEvent & { readonly grace: Grace }): Promise<void> {
  const { channel, grace } = about;
  for await (const followers of eachFollowerPage(ctx, channel)) {
    const facts = await loadFacts(ctx, followers, { type: `${channel.platform}Offline` });
    const concerned = followers.filter(
      (streamer) =>
        // During the silence the owner may have chosen a shorter grace period, whose end has already passed.
        grace === LAST_GRACE || graceOf(streamer, facts.plan(streamer.serverId).graceCeiling) === grace,
    );
    await closeKnown(ctx, about, concerned, facts);
  }
}

/**
 * Closes the previous stream's messages where another stream has begun. These servers may have missed its end, because
 * an owner may have shortened the grace period during the silence.
 */
export async function closeFormer(ctx: Ctx, { session, channel, part }: StreamEvent): Promise<void> {
  const former = part?.strand.slice(0, -1) ?? [];
  if (former.length === 0) return;
  for await (const page of eachFollowerPage(ctx, channel)) {
    const followers = await listMeant(ctx, page, part?.graces);
    const facts = await loadFacts(ctx, followers, { type: `${channel.platform}Offline` });
    await closeKnown(ctx, { session, channel, part: { graces: [], strand: former } }, followers, facts);
  }
}

/** Closes each follower's message, under the session for which it was posted. */
async function closeKnown(
  ctx: Ctx,
  { session, channel, part }: StreamEvent,
  followers: readonly Follower[],
  facts: Facts,
): Promise<void> {
  const toldAs = await listToldAs(ctx, followers, part?.strand ?? [session.id]);
  for (const [id, those] of Map.groupBy(followers, (streamer) => toldAs(streamer.id))) {
    if (id === undefined) continue;
    const concerned = those.filter(({ alreadyLiveSession }) => alreadyLiveSession !== id);
    await closeThese(ctx, { channel, session: { ...session, id } }, Map.groupBy(concerned, endActionOf), facts);
  }
}

async function closeThese(
  ctx: Ctx,
  event: StreamEvent,
  byAction: ReadonlyMap<EndAction, readonly Follower[]>,
  facts: Facts,
): Promise<void> {
  const { session } = event;
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  const those = (...actions: readonly EndAction[]) => actions.flatMap((action) => byAction.get(action) ?? []);
  const keys = (streamers: readonly Follower[]) => streamers.map((each) => liveKey(each.id, session.id));
  const ends = await endTargets(ctx, session, those('post', 'deleteAndPost'), facts);
  await ctx.db.transaction(async (tx) => {
    await amend(ctx, tx, keys(those('endCard')), { about: { phase: 'end' }, lacking: { phase: 'end' }, ...until });
    await withdraw(ctx, tx, keys(those('delete', 'deleteAndPost')), until);
    await endFanOut(ctx, event).add(tx, ends);
  });
}

/** An end is posted only where the start was posted. */
async function endTargets(
  ctx: Ctx,
  session: StreamEvent['session'],
  streamers: readonly Follower[],
  facts: Facts,
): Promise<Target[]> {
  const [places, verdicts] = await Promise.all([
    listPlaces(
      ctx.db,
      streamers.map((streamer) => liveKey(streamer.id, session.id)),
    ),
    judgeStream(ctx, streamers, session),
  ]);
  return streamers.flatMap((streamer) => {
    const place = places.get(liveKey(streamer.id, session.id));
    if (!place) return [];
    const channelId = place.channelId || channelFor(streamer);
    const quiet = verdicts(streamer.serverId).quiet ? 'quietHours' : undefined;
    return {
      dedupeKey: endKey(streamer.id, session.id),
      serverId: streamer.serverId,
      subject: streamer.id,
      channelId: channelId ?? noChannel,
      priority: facts.priority(streamer),
      lane: facts.lane(streamer),
      skip: place.skipped ?? (channelId ? quiet : 'noChannel'),
    };
  });
}

const endFanOut = (ctx: Ctx, { session, channel }: StreamEvent) =>
  openFanOut(ctx, {
    owner: OWNER,
    kind: 'end',
    sessionId: session.id,
    detectedAt: session.endedAt ?? ctx.clock.now(),
    giveUpAt: giveUpAt(ctx.clock.now()),
    reasonValues: { name: channel.displayName },
  });
