import type { Answer, PlatformDoors, Snapshot, Video } from '@tally/kernel';
import { liveSnapshotOf, natureOf, videoOf } from './classify.ts';
import type { LookedUp, YoutubeClient } from './client.ts';
import { atFullMinute, cutMemory, nextForPlanned, type Watched } from './memory.ts';
import type { Case } from './poll.ts';
import { isShort, LONGEST_SHORT_SECONDS } from './shorts.ts';
import type { YoutubeVideo } from './youtube.external.ts';

const MINUTE_MS = 60_000;
const NEWS_FOR_MS = 24 * 60 * MINUTE_MS;
/** A single missing response may be a glitch. */
const MISSES_TO_END = 2;
const MISSES_TO_FORGET = 3;
/** An end counts after two checks, so the second one follows soon. */
const LOOK_TWICE_MS = 15_000;
/** Even with a stream planned for next week, we still look for new videos. */
const LONGEST_MS = 5 * MINUTE_MS;

interface Asking {
  readonly client: YoutubeClient;
  readonly doors: PlatformDoors;
  readonly now: Date;
  readonly lookedUp: ReadonlyMap<string, LookedUp>;
}

/** The result of a check of one id. Without `watch` the id is not checked again. */
interface Finding {
  readonly watch?: Watched;
  readonly video?: Video;
  readonly running?: YoutubeVideo;
  /** Why the channel's state is unknown. */
  readonly doubt?: string;
  readonly isEnd?: boolean;
}

export async function composeAnswer(asking: Asking, about: Case, wanted: readonly string[]): Promise<Answer> {
  const { question, known, isFirst, feed } = about;
  const { channelId } = question;
  const findings = await Promise.all(wanted.map(async (id) => ({ id, ...(await examine(asking, about, id)) })));
  const snapshot = snapshotOf(channelId, findings, feed === 'unknown');
  // Without a baseline, the next request would treat old videos as new.
  if (isFirst && feed === 'unknown') return { snapshot };
  const asked = new Set(wanted);
  const memory = cutMemory({
    ...known,
    watch: [...findings.flatMap(({ watch }) => watch ?? []), ...known.watch.filter(({ id }) => !asked.has(id))],
    seen: [...findings.flatMap(({ id, watch }) => (watch ? [] : id)), ...known.seen],
  });
  const videos = findings.flatMap(({ video }) => video ?? []);
  const next = Math.min(...memory.watch.map((each) => each.next));
  const soonest = Math.min(Math.max(next, asking.now.getTime() + 1_000), asking.now.getTime() + LONGEST_MS);
  return { snapshot, videos, memory, ...(memory.watch.length > 0 ? { askAgainAt: new Date(soonest) } : {}) };
}

function snapshotOf(channelId: string, findings: readonly Finding[], isBlind: boolean): Snapshot {
  const live = liveSnapshotOf(
    channelId,
    findings.flatMap(({ running }) => running ?? []),
  );
  if (live) return live;
  const doubt = findings.find((each) => each.doubt !== undefined)?.doubt;
  if (doubt !== undefined) return { state: 'unknown', channelId, reason: doubt };
  // A new stream may be missing without the feed, but an end that we saw is certain.
  if (isBlind && !findings.some(({ isEnd }) => isEnd)) {
    return { state: 'unknown', channelId, reason: "the channel's feed could not be read" };
  }
  return { state: 'offline', channelId };
}

async function examine(asking: Asking, about: Case, id: string): Promise<Finding> {
  const { client, now, lookedUp } = asking;
  const former = about.known.watch.find((each) => each.id === id);
  const found = lookedUp.get(id) ?? { state: 'unknown', reason: 'not a video id' };
  const later = (fields: Partial<Watched> = {}): Watched => ({
    id,
    as: 'fresh',
    at: null,
    misses: 0,
    ...former,
    next: atFullMinute(now.getTime(), MINUTE_MS * client.quota.slowness()),
    ...fields,
  });
  if (found.state === 'unknown') return { watch: later(), doubt: found.reason };
  if (found.state === 'missing') return missing(former, later);
  const { video } = found;
  // The push is about a video of another channel, for example in a playlist.
  if (video.channelId !== about.question.channelId) return {};
  switch (natureOf(video)) {
    case 'live':
      return { running: video, watch: later({ as: 'live', misses: 0 }) };
    case 'planned': {
      const at = video.broadcast?.scheduledAt?.getTime() ?? null;
      return { watch: later({ as: 'planned', at, next: nextForPlanned(at, now.getTime()), misses: 0 }) };
    }
    case 'unclear':
      return missing(former, later);
    case 'recording': {
      // A video without a length cannot be watched yet, so detection looks for it later.
      const told = video.durationSeconds !== null && video.isPublic ? { video: videoOf(video, 'vod') } : {};
      return { ...told, isEnd: true, ...(former?.as === 'live' ? { watch: over(later, now) } : {}) };
    }
    case 'premiere':
      return video.isPublic ? { video: videoOf(video, 'premiere') } : {};
    case 'upload':
      return video.isPublic ? await upload(asking, { video, isFirst: about.isFirst, former }, later) : {};
    case 'nothing':
      return {};
  }
}

type Later = (fields?: Partial<Watched>) => Watched;

const over = (later: Later, now: Date): Watched =>
  later({ as: 'over', next: now.getTime() + LOOK_TWICE_MS, misses: 0 });

/** The stream is private, deleted, or missing by a glitch. It is over after two good responses without it. */
function missing(former: Watched | undefined, later: Later): Finding {
  const misses = (former?.misses ?? 0) + 1;
  if (former?.as === 'over') return { isEnd: true };
  if (former?.as === 'live') {
    return misses < MISSES_TO_END
      ? { watch: later({ misses }), doubt: 'a running stream is missing from the answer' }
      : { watch: later({ as: 'over', misses: 0 }), isEnd: true };
  }
  return misses < MISSES_TO_FORGET ? { watch: later({ misses }) } : {};
}

async function upload(
  { doors, now }: Asking,
  { video, isFirst, former }: { video: YoutubeVideo; isFirst: boolean; former: Watched | undefined },
  later: Later,
): Promise<Finding> {
  const { durationSeconds, publishedAt } = video;
  if (durationSeconds !== null && durationSeconds > LONGEST_SHORT_SECONDS) return { video: videoOf(video, 'upload') };
  const guess = videoOf(video, /#shorts?\b/i.test(`${video.title} ${video.description}`) ? 'short' : 'upload');
  // These videos are too old to announce, so we do not classify them.
  if (isFirst || now.getTime() - publishedAt.getTime() > NEWS_FOR_MS) return { video: guess };
  const misses = (former?.misses ?? 0) + 1;
  const isPatient = misses < MISSES_TO_FORGET;
  // Right after the upload neither the length nor a short's URL exists:
  // https://github.com/Benjamin-Loison/YouTube-operational-API/issues/341
  if (durationSeconds === null && !video.isProcessed && isPatient) return { watch: later({ misses }) };
  const short = await isShort(doors, video.id);
  if (short === null) return isPatient ? { watch: later({ misses }) } : { video: guess };
  return { video: videoOf(video, short ? 'short' : 'upload') };
}
