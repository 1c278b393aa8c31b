import { hasFlag } from '@tally/contract';
import { type Channel, type Ctx, hours, minutes, type StreamSession, type Video } from '@tally/kernel';
import { amendMany, noteMany, openFanOut, type Target } from '@tally/pipeline/delivery';
import { asSession, listLatestSessions } from '@tally/pipeline/detection';
import type { Verdict } from '../../overrides/index.ts';
import type { ServerPlan } from '../../servers/index.ts';
import { endKey, liveKey, matchVideo, routeOf, type VideoRoute, videoKey } from '../match.ts';
import type { Follower } from '../tables.ts';
import { giveUpAt, noChannel } from './fan-out.ts';
import { eachPage, type Facts, loadFacts, OWNER } from './followers.ts';
import { factsIfAny, judgeVideo, keepVideoDecisions } from './rules.ts';

export interface Publication {
  readonly video: Video;
  readonly channel: Channel;
}

/** One journal row for each server that asked for such videos; once per video, however often it is told. */
export async function announceVideo(ctx: Ctx, { video, channel }: Publication): Promise<void> {
  const kind = video.kind === 'upload' || video.kind === 'premiere' ? 'video' : video.kind;
  const fanOut = openFanOut(ctx, {
    owner: OWNER,
    kind,
    detectedAt: ctx.clock.now(),
    giveUpAt: giveUpAt(ctx.clock.now()),
    reasonValues: { name: channel.displayName },
  });
  for await (const followers of eachPage(ctx, channel)) {
    const wanted = followers.flatMap((streamer) => {
      const route = routeOf(streamer, video);
      return route ? [{ streamer, route }] : [];
    });
    const [first] = wanted;
    if (!first) continue;
    const streamers = wanted.map((each) => each.streamer);
    const facts = await loadFacts(ctx, streamers, { type: first.route.type });
    const verdicts = await judgeVideo(ctx, streamers, video);
    const decided = wanted.map(({ streamer, route }) => {
      const verdict = verdicts(streamer.serverId);
      return { target: videoTarget({ streamer, route, video, facts, verdict }), verdict };
    });
    await ctx.db.transaction(async (tx) => {
      await fanOut.add(
        tx,
        decided.map(({ target }) => target),
      );
      await keepVideoDecisions(ctx, tx, { video, channel }, decided);
    });
  }
}

function videoTarget(about: {
  streamer: Follower;
  route: VideoRoute;
  video: Video;
  facts: Facts;
  verdict: Verdict;
}): Target {
  const { streamer, route, video, facts, verdict } = about;
  const isInPlan = holds(facts.plan(streamer.serverId), route);
  const match = matchVideo({ streamer, video, route, verdict, isInPlan });
  return {
    dedupeKey: videoKey(streamer.id, video),
    serverId: streamer.serverId,
    subject: streamer.id,
    channelId: verdict.decision?.channelId ?? route.channelId ?? noChannel,
    about: { video: { id: video.id, kind: video.kind }, ...factsIfAny(verdict) },
    priority: facts.priority(streamer),
    lane: facts.lane(streamer),
    skip: facts.skip(match, streamer.serverId),
  };
}

/** Clips of Kick and recordings are features of a plan; the platforms themselves are checked when somebody is added. */
function holds({ bitfield }: ServerPlan, { type }: VideoRoute): boolean {
  if (type === 'vod') return hasFlag(bitfield, 'AllowVodFeatures');
  return type === 'kickBuiltInClip' ? hasFlag(bitfield, 'KickClips') : true;
}

/** The recording of a stream can be watched: its end cards and offline messages get the link. */
export async function linkRecording(ctx: Ctx, { video, channel }: Publication): Promise<void> {
  const session = await sessionOf(ctx, video);
  if (!session) return;
  const about = { vodUrl: video.url };
  const until = { giveUpAt: giveUpAt(ctx.clock.now()) };
  for await (const followers of eachPage(ctx, channel)) {
    const live = followers.map((streamer) => liveKey(streamer.id, session.id));
    const offline = followers.map((streamer) => endKey(streamer.id, session.id));
    await ctx.db.transaction(async (tx) => {
      // Servers for which the stream ends only later will find the link then.
      await noteMany(tx, live, about);
      await amendMany(ctx, tx, live, { having: { phase: 'end' }, ...until });
      await amendMany(ctx, tx, offline, { about, ...until });
    });
  }
}

const A_FEW = 10;
const BEFORE_START_MS = minutes(10);
const AFTER_END_MS = hours(6);

/** The stream that a video records: the one that the platform names, or else the one during which it was published. */
export async function sessionOf(ctx: Ctx, video: Video): Promise<StreamSession | null> {
  const rows = await listLatestSessions(ctx.db, [video], A_FEW);
  const sessions = rows.map(asSession);
  if (video.streamId) return sessions.find((session) => session.streamId === video.streamId) ?? null;
  const at = video.publishedAt.getTime();
  const isWithin = ({ startedAt, endedAt }: StreamSession) =>
    endedAt !== null && at >= startedAt.getTime() - BEFORE_START_MS && at <= endedAt.getTime() + AFTER_END_MS;
  return sessions.find(isWithin) ?? null;
}
