import type { Answer, Video } from '@tally/kernel';
import {
  type Case,
  liveAnswer,
  offlineAnswer,
  ownVideos,
  publishedVideos,
  remember,
  troubleAnswer,
  unknownAnswer,
  withMemory,
} from './answers.ts';
import { isBlocked, type RumbleClient, type Trouble } from './client.ts';
import { type KnownStream, withEnded, withoutEnded } from './memory.ts';
import type { ListedVideo, PlayedVideo } from './rumble.external.ts';

const MINUTE_MS = 60_000;
/** The interval for reading the page of a live creator, for viewers and new videos. */
const LISTED_WHILE_LIVE_MS = 2 * MINUTE_MS;
/** A stream that ended this long ago does not come back. */
const SETTLED_MS = 20 * MINUTE_MS;
/** Older streams without viewers count as over, without a call to the player. */
const CANDIDATE_MS = 36 * 60 * MINUTE_MS;
/** A planned stream is not checked earlier than this, unless it has viewers. */
const EARLY_MS = 15 * MINUTE_MS;
const MOST_CANDIDATES = 3;

/** A creator known to be live costs one call. Any other creator costs a page and a player call per candidate. */
export async function askPages(client: RumbleClient, start: Case): Promise<Answer> {
  const { known } = start.memory;
  if (!known?.isLive || !known.embedId) return await askListing(client, start);
  const played = await client.player(known.embedId);
  if (!played.isGood && played.kind !== 'gone') return troubleAnswer(start, played);
  if (played.isGood && played.data.state === 'live') return await stillLive(client, start, known, played.data);
  // The stream is over or interrupted. The page shows whether another one runs.
  return await askListing(client, withMemory(start, { ...start.memory, known: { ...known, isLive: false } }));
}

async function stillLive(client: RumbleClient, start: Case, known: KnownStream, played: PlayedVideo): Promise<Answer> {
  const fresh: KnownStream = {
    ...known,
    title: played.title ?? known.title,
    thumbnailUrl: played.thumbnailUrl ?? known.thumbnailUrl,
  };
  if (start.now.getTime() - start.memory.listedAt < LISTED_WHILE_LIVE_MS) return liveAnswer(start, fresh, null);
  const listed = await readOwn(client, start);
  // The creator is certainly live, so viewers and videos can wait.
  if ('reason' in listed) return liveAnswer(start, fresh, null);
  const { about, own } = listed;
  const item = own.find(({ id }) => id === known.id);
  const open = new Set([known.id, ...candidatesIn(about, own).map(({ id }) => id)]);
  return liveAnswer(
    about,
    { ...fresh, viewers: item ? item.viewers : fresh.viewers },
    publishedVideos(about, own, open),
  );
}

/** Returns the creator's own videos on their page, and the updated memory. */
export async function readOwn(
  client: RumbleClient,
  start: Case,
): Promise<{ readonly about: Case; readonly own: readonly ListedVideo[]; readonly hasOdd: boolean } | Trouble> {
  const listed = await client.listing(start.channelId);
  if (!listed.isGood) return listed;
  const own = ownVideos(listed.data, start.channelId);
  if (own.length === 0 && start.memory.hasVideos) {
    const reason = 'rumble: a page without any of their videos, where some were before';
    return { isGood: false, reason, kind: 'odd', retryAfterMs: undefined };
  }
  return { about: remember(start, own, listed.data.head), own, hasOdd: listed.data.odd > 0 };
}

/** Returns streams that may be live now, likeliest first. */
export function candidatesIn({ memory, now }: Case, own: readonly ListedVideo[]): ListedVideo[] {
  const isSettled = (id: string) => memory.ended.some((each) => each.id === id && now.getTime() - each.at > SETTLED_MS);
  const isNear = (liveAt: Date | null) =>
    liveAt !== null && liveAt.getTime() > now.getTime() - CANDIDATE_MS && liveAt.getTime() < now.getTime() + EARLY_MS;
  const time = ({ liveAt }: ListedVideo) => liveAt?.getTime() ?? 0;
  return own
    .filter((video) => !video.isShort && (video.viewers > 0 || (isNear(video.liveAt) && !isSettled(video.id))))
    .sort((left, right) => Number(right.viewers > 0) - Number(left.viewers > 0) || time(right) - time(left))
    .slice(0, MOST_CANDIDATES);
}

async function askListing(client: RumbleClient, start: Case): Promise<Answer> {
  const listed = await readOwn(client, start);
  if ('reason' in listed) return troubleAnswer(start, listed);
  const { own, hasOdd } = listed;
  let { about } = listed;
  const candidates = candidatesIn(about, own);
  // A stream that we did not check may still be open.
  const open = new Set(candidates.map(({ id }) => id));
  const published = (): readonly Video[] => publishedVideos(about, own, open);
  let trouble: Trouble | null = null;
  for (const item of candidates) {
    const found = await examine(client, about, item);
    if (found.isGood) {
      about = learn(about, found);
      if (found.state === 'live') return liveAnswer(about, found.stream, published());
      if (found.state === 'ended' || found.state === 'upload') open.delete(item.id);
    } else {
      trouble ??= found;
      if (isBlocked(found)) break;
    }
  }
  if (trouble) return troubleAnswer(about, trouble, published());
  if (hasOdd) return unknownAnswer(about, 'rumble: a page with videos in an unknown form', published());
  return offlineAnswer(about, published(), { askAgainAt: nextStart(about, own), starts: startsOn(own) });
}

/** A stream that has ended is not checked again. For any other, we keep the player's id. */
function learn(about: Case, { state, stream }: Extract<Examined, { isGood: true }>): Case {
  const { memory, now } = about;
  if (state === 'live') return withMemory(about, withoutEnded(memory, stream.id));
  if (state === 'upcoming' || state === 'closing') return withMemory(about, { ...memory, known: stream });
  const known = memory.known?.id === stream.id ? null : memory.known;
  return withMemory(about, { ...withEnded(memory, stream.id, now), known });
}

type Examined = { readonly isGood: true; readonly state: PlayedVideo['state']; readonly stream: KnownStream } | Trouble;

/** Returns the state of one video according to its player. */
async function examine(client: RumbleClient, { memory }: Case, item: ListedVideo): Promise<Examined> {
  const before = memory.known?.id === item.id ? memory.known : null;
  const embedId = before?.embedId ?? (await client.embedIdOf(item.path));
  if (typeof embedId !== 'string' && !embedId.isGood) return gone(embedId, item) ?? embedId;
  const id = typeof embedId === 'string' ? embedId : embedId.data;
  const played = await client.player(id);
  if (!played.isGood) return gone(played, item) ?? played;
  const { data } = played;
  if (data.id !== null && data.id !== item.id) {
    return { isGood: false, reason: 'rumble: a player of another video', kind: 'odd', retryAfterMs: undefined };
  }
  return {
    isGood: true,
    state: data.state,
    stream: {
      ...streamOf(item, id),
      apiId: before?.apiId ?? null,
      isLive: data.state === 'live',
      startedAt: before?.isLive ? before.startedAt : streamOf(item, id).startedAt,
      title: data.title ?? item.title,
      thumbnailUrl: data.thumbnailUrl ?? item.thumbnailUrl,
    },
  };
}

/** The video was deleted between the page and the player call. */
const gone = (trouble: Trouble, item: ListedVideo): Examined | null =>
  trouble.kind === 'gone' ? { isGood: true, state: 'ended', stream: streamOf(item, null) } : null;

export const streamOf = (item: ListedVideo, embedId: string | null): KnownStream => ({
  id: item.id,
  apiId: null,
  embedId,
  path: item.path,
  isLive: true,
  startedAt: item.liveAt ?? item.publishedAt ?? new Date(0),
  title: item.title,
  thumbnailUrl: item.thumbnailUrl,
  category: null,
  viewers: item.viewers,
});

/** Returns the starts of earlier and planned streams on the page, which immediately show a creator's habits. */
const startsOn = (own: readonly ListedVideo[]): Date[] => own.flatMap(({ liveAt }) => liveAt ?? []);

/** Returns the next planned start within a minute, for the next request. */
function nextStart({ now }: Case, own: readonly ListedVideo[]): Date | null {
  const starts = own
    .flatMap(({ liveAt }) => (liveAt && liveAt > now ? [liveAt.getTime()] : []))
    .filter((at) => at < now.getTime() + MINUTE_MS);
  return starts.length > 0 ? new Date(Math.min(...starts)) : null;
}
