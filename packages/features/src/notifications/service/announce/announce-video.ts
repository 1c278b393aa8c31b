import { type AboutPlatform, aboutPlatforms, type DeliveryKind, hasFlag, publishedMessages } from '@tally/contract';
import { type Channel, type Ctx, minutes, type Video } from '@tally/kernel';
import { openFanOut, type Target } from '@tally/pipeline/delivery';
import { listSeenBefore } from '@tally/pipeline/detection';
import type { Verdict } from '../../../overrides/index.ts';
import type { ServerPlan } from '../../../servers/index.ts';
import { eachFollowerPage, type Follower } from '../../../streamers/index.ts';
import { isOneOfMany, matchVideo, routeOf, type VideoRoute, videoKey } from '../../match/single.ts';
import { giveUpAt, noChannel, originOf } from './announce-live.ts';
import { type Facts, loadFacts, OWNER } from './followers.ts';
import { factsIfAny, judgeVideo, keepVideoDecisions } from './rules.ts';

const deliveryKinds = {
  upload: 'video',
  premiere: 'video',
  short: 'short',
  vod: 'vod',
  clip: 'clip',
  partnerClip: 'clip',
} as const satisfies Record<Video['kind'], DeliveryKind>;

/** Clips within this time form one burst. */
const MOMENT_MS = minutes(10);

export interface Publication {
  readonly video: Video;
  readonly channel: Channel;
}

/** Writes one journal row for each server that wants such videos. An event that repeats adds no second row. */
export async function announceVideo(ctx: Ctx, { video, channel }: Publication): Promise<void> {
  const kind = deliveryKinds[video.kind];
  const before = kind === 'clip' ? await listSeenBefore(ctx.db, video, MOMENT_MS) : [];
  const fanOut = openFanOut(ctx, {
    owner: OWNER,
    kind,
    detectedAt: ctx.clock.now(),
    origin: originOf(video, video.publishedAt),
    giveUpAt: giveUpAt(ctx.clock.now()),
    reasonValues: { name: channel.displayName },
  });
  for await (const followers of eachFollowerPage(ctx, channel)) {
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
      return { target: videoTarget({ streamer, route, video, before, facts, verdict }), verdict };
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
  before: readonly Video[];
  facts: Facts;
  verdict: Verdict;
}): Target {
  const { streamer, route, video, before, facts, verdict } = about;
  const isInPlan = holds(facts.plan(streamer.serverId), { ...route, platform: streamer.platform });
  const match = matchVideo({
    streamer,
    video,
    route,
    verdict,
    isInPlan,
    isOneOfMany: isOneOfMany(streamer, before),
  });
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

/** Returns whether the plan includes recordings and such clips. Platforms are checked when a streamer is added. */
function holds({ bitfield }: ServerPlan, { platform, type }: VideoRoute & Pick<Follower, 'platform'>): boolean {
  if (type === 'vod') return hasFlag(bitfield, 'AllowVodFeatures');
  const { clip, partnerClip } = publishedMessages[platform];
  const { clipFlag }: AboutPlatform = aboutPlatforms[platform];
  return clipFlag && (type === clip || type === partnerClip) ? hasFlag(bitfield, clipFlag) : true;
}
