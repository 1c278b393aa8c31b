import type { EndAction } from '@tally/contract';
import type { Ctx, Grace } from '@tally/kernel';
import { amendMany, listPlaces, openFanOut, type Target, withdrawMany } from '@tally/pipeline/delivery';
import { channelFor, endActionOf, endKey, graceOf, liveKey } from '../match.ts';
import type { Follower } from '../tables.ts';
import { giveUpAt, type Happening, isAlone, noChannel } from './fan-out.ts';
import { eachPage, type Facts, loadFacts, OWNER } from './followers.ts';
import { reconsiderLive } from './reconsider.ts';
import { judgeStream } from './rules.ts';

/** Title or category changed, or the stream came back: every posted message is brought up to date. */
export async function refreshMessages(ctx: Ctx, { session, channel }: Happening): Promise<void> {
  for await (const followers of eachPage(ctx, channel)) {
    // Comes first, because a refreshed message is sent at once.
    await reconsiderLive(ctx, { session, channel }, followers);
    const { edited = [], left = [] } = Object.groupBy(followers, ({ settings }) =>
      settings.editOnChange === false ? 'left' : 'edited',
    );
    const keys = (streamers: readonly Follower[]) => streamers.map((each) => liveKey(each.id, session.id));
    const change = { about: { phase: 'live' }, giveUpAt: giveUpAt(ctx.clock.now()) };
    await ctx.db.transaction(async (tx) => {
      await amendMany(ctx, tx, keys(edited), change);
      // Servers that want no edits must still not be left with an end that was none.
      await amendMany(ctx, tx, keys(left), { ...change, having: { phase: 'end' } });
    });
  }
}

/** The stream has ended for the servers with this grace: each message becomes what its server chose. */
export async function closeMessages(ctx: Ctx, about: Happening & { readonly grace: Grace }): Promise<void> {
  const { session, channel, grace } = about;
  for await (const followers of eachPage(ctx, channel)) {
    const facts = await loadFacts(ctx, followers, { type: `${channel.platform}Offline` });
    const concerned = followers.filter(
      (streamer) =>
        streamer.alreadyLiveSession !== session.id &&
        graceOf(streamer, facts.plan(streamer.serverId).graceCeiling) === grace,
    );
    await closeThese(ctx, about, Map.groupBy(concerned, endActionOf), facts);
  }
}

async function closeThese(
  ctx: Ctx,
  happening: Happening,
  byAction: ReadonlyMap<EndAction, readonly Follower[]>,
  facts: Facts,
): Promise<void> {
  const { session } = happening;
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  const those = (...actions: readonly EndAction[]) => actions.flatMap((action) => byAction.get(action) ?? []);
  const keys = (streamers: readonly Follower[]) => streamers.map((each) => liveKey(each.id, session.id));
  const ends = await endTargets(ctx, session, those('post', 'deleteAndPost'), facts);
  await ctx.db.transaction(async (tx) => {
    await amendMany(ctx, tx, keys(those('endCard')), { about: { phase: 'end' }, ...until });
    await withdrawMany(ctx, tx, keys(those('delete', 'deleteAndPost')), until);
    await endFanOut(ctx, happening).add(tx, ends);
  });
}

/** The end is told only where the start was told. */
async function endTargets(
  ctx: Ctx,
  session: Happening['session'],
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
  return streamers.map((streamer) => {
    const place = places.get(liveKey(streamer.id, session.id));
    const channelId = place?.channelId || channelFor(streamer);
    const quiet = verdicts(streamer.serverId).quiet ? 'quietHours' : undefined;
    const otherwise = place || isAlone(streamer) ? quiet : 'partOfCreator';
    return {
      dedupeKey: endKey(streamer.id, session.id),
      serverId: streamer.serverId,
      subject: streamer.id,
      channelId: channelId ?? noChannel,
      priority: facts.priority(streamer),
      lane: facts.lane(streamer),
      skip: place?.skipped ?? (channelId ? otherwise : 'noChannel'),
    };
  });
}

const endFanOut = (ctx: Ctx, { session, channel }: Happening) =>
  openFanOut(ctx, {
    owner: OWNER,
    kind: 'end',
    sessionId: session.id,
    detectedAt: session.endedAt ?? ctx.clock.now(),
    giveUpAt: giveUpAt(ctx.clock.now()),
    reasonValues: { name: channel.displayName },
  });
