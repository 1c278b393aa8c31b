import { days, minutes, type Question, type Video } from '@tally/kernel';
import { runChain, type Strategy } from './chain.ts';
import type { Desk } from './desk.ts';
import type { TikTokMemory } from './memory.ts';
import type { Seen } from './poll.ts';
import { channelUrl, type SeenVideo, type VideoDetails } from './tiktok.external.ts';

const LOOK_EVERY_MS = minutes(5);
/** A list begins with pinned videos, which may be years old and pinned only today, so they are not new. */
const OF_LATE_MS = days(7);
/** The details of a new video cost a call each. */
const MOST_DETAILS = 3;
/** A video waits this long for its details and is then announced without them. */
const WAITS_FOR_DETAILS_MS = minutes(15);
const REMEMBERED = 40;

interface Found {
  readonly videos: readonly SeenVideo[];
  /** True if the list already has captions and pictures. */
  readonly isDetailed: boolean;
}

interface Subject {
  readonly channelId: string;
  readonly name: string;
  readonly secUid: string | null;
}

/** Returns no videos if the list could not be read, or is unexpectedly empty. */
export async function listNewVideos(
  desk: Desk,
  { channelId, name: givenName }: Question,
  { memory }: Seen,
): Promise<{ readonly memory: TikTokMemory; readonly videos?: readonly Video[] }> {
  const now = desk.doors.clock.now().getTime();
  const name = memory.name ?? givenName;
  if (name === undefined || now - memory.videosAt < LOOK_EVERY_MS) return { memory };
  const read = await runChain(waysToList(desk), desk.health, { channelId, name, secUid: memory.secUid });
  const asked = { ...memory, videosAt: now };
  if (read.kind !== 'told') return { memory: asked };
  const ofLate = read.data.videos.filter(({ publishedAt }) => now - publishedAt.getTime() < OF_LATE_MS);
  // The first list is the baseline. It announces nothing, so it needs no details.
  const isComplete = read.data.isDetailed || memory.seen === null;
  const { told, waiting } = isComplete
    ? { told: ofLate, waiting: [] }
    : await withDetails(desk, { name, videos: ofLate, seen: memory.seen ?? [], now });
  const seen = [...new Set([...told.map(({ id }) => id), ...(memory.seen ?? [])])].slice(0, REMEMBERED);
  return {
    memory: { ...asked, seen, videosAt: waiting.length > 0 ? now - LOOK_EVERY_MS + minutes(1) : now },
    videos: told.map((video) => videoOf(channelId, name, video)),
  };
}

function waysToList({ client }: Desk): readonly Strategy<Subject, Found>[] {
  return [
    {
      id: 'embed',
      async read({ channelId, name }) {
        const read = await client.channelEmbed(name);
        if (read.kind !== 'told') return read;
        const { isAbsent, ownerId, isPrivate, hasNone, videos } = read.data;
        // Without the stable id, or with another one, the list may belong to the name's new owner.
        if (isAbsent || ownerId !== channelId || isPrivate) return { kind: 'absent' };
        if (videos.length === 0 && !hasNone) return empty;
        return { kind: 'told', data: { videos, isDetailed: false } };
      },
    },
    {
      id: 'item list',
      async read({ channelId, secUid }) {
        if (secUid === null) return { kind: 'absent' };
        const read = await client.itemList(secUid);
        if (read.kind !== 'told') return read;
        const videos = read.data.flatMap((item) => (item.author.id === channelId && item.video ? [item.video] : []));
        return videos.length === 0 ? { kind: 'absent' } : { kind: 'told', data: { videos, isDetailed: true } };
      },
    },
  ];
}

const empty = { kind: 'trouble', reason: 'an empty list', isBlock: false, isHarmless: true } as const;

/** Makes one call for each video that was not announced yet. Videos without details wait for a while. */
async function withDetails(
  desk: Desk,
  about: { name: string; videos: readonly SeenVideo[]; seen: readonly string[]; now: number },
): Promise<{ told: readonly SeenVideo[]; waiting: readonly SeenVideo[] }> {
  const { name, videos, seen, now } = about;
  const told: SeenVideo[] = [];
  const waiting: SeenVideo[] = [];
  let asked = 0;
  for (const video of videos) {
    if (seen.includes(video.id) || (video.text !== null && video.thumbnailUrl !== null)) {
      told.push(video);
      continue;
    }
    asked += 1;
    const read = asked > MOST_DETAILS ? null : await runChain(waysToDetail(desk, name), desk.health, video.id);
    // The video was deleted or is not public.
    if (read?.kind === 'absent') continue;
    if (read?.kind === 'told') told.push({ ...video, ...read.data });
    else if (now - video.publishedAt.getTime() < WAITS_FOR_DETAILS_MS || read === null) waiting.push(video);
    else told.push(video);
  }
  return { told, waiting };
}

const waysToDetail = ({ client }: Desk, name: string): readonly Strategy<string, VideoDetails>[] => [
  { id: 'video embed', read: (id) => client.videoEmbed(id) },
  { id: 'oembed', read: (id) => client.oembed(name, id) },
];

const videoOf = (channelId: string, name: string, video: SeenVideo): Video => ({
  platform: 'tiktok',
  channelId,
  id: video.id,
  kind: 'upload',
  title: video.text,
  description: video.text,
  url: `${channelUrl(name)}/video/${video.id}`,
  // The URL is signed and valid for about a day. To keep the picture, store the image itself.
  thumbnailUrl: video.thumbnailUrl,
  publishedAt: video.publishedAt,
  durationSeconds: video.seconds,
  category: null,
  views: video.views,
  streamId: null,
  clipper: null,
});
