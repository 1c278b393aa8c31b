import type { Answer, Log } from '@tally/kernel';
import { nameOf } from './address.ts';
import { type Case, liveAnswer, offlineAnswer, publishedVideos, withMemory } from './answers.ts';
import { readApiUrl } from './api-url.ts';
import { candidatesIn, readOwn, streamOf } from './ask-pages.ts';
import type { RumbleClient } from './client.ts';
import { type KnownStream, withoutEnded } from './memory.ts';
import type { ApiData, ListedVideo, ReportedStream } from './rumble.external.ts';

/** The API returns only streams. Videos come from the page, which we read at this interval. */
const LISTED_MS = 10 * 60_000;
/** The interval while the page of a live stream has not been found. */
const LOOKED_FOR_MS = 60_000;

interface Tools {
  readonly client: RumbleClient;
  readonly log: Log;
  readonly siteUrl: string;
}

/** Returns null if the API does not help, so the caller reads the pages. The log never contains the URL. */
export async function askApi({ client, log, siteUrl }: Tools, start: Case, secret: string): Promise<Answer | null> {
  const { channelId } = start;
  const key = readApiUrl(secret, siteUrl);
  if (key === null) {
    log.warn({ channelId }, "A stored Rumble API address is invalid; the creator's page is read instead");
    return null;
  }
  const told = await client.apiData(key);
  if (!told.isGood) {
    const { reason } = told;
    const isRefused = told.kind === 'denied' || told.kind === 'gone';
    if (isRefused)
      log.warn({ channelId, reason }, "Rumble refuses a creator's API address; their page is read instead");
    else log.info({ channelId, reason }, "A creator's Rumble API address did not answer; their page is read instead");
    return null;
  }
  const about = await recognised(client, start, told.data);
  if (!about) {
    log.warn({ channelId }, "A Rumble API address belongs to another creator; this creator's page is read instead");
    return null;
  }
  const live = told.data.streams
    .filter(({ isLive, isPublic }) => isLive && isPublic)
    .sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime())[0];
  return live ? await answerLive(client, about, live) : await answerOffline(client, about);
}

/** Without this check a person could use another creator's URL to announce streams in that creator's name. */
async function recognised(client: RumbleClient, start: Case, data: ApiData): Promise<Case | null> {
  if (isOf(data, { channelId: start.channelId, displayName: start.memory.displayName })) return start;
  if (data.type !== 'channel' || !start.channelId.startsWith('c/')) return null;
  // A channel's path may differ from its name. The page shows the name.
  const listed = await readOwn(client, start);
  if ('reason' in listed) return null;
  const { channelId, memory } = listed.about;
  return isOf(data, { channelId, displayName: memory.displayName }) ? listed.about : null;
}

/** Returns whether the URL belongs to this creator. Otherwise its owner could impersonate them. */
export function isOf(
  data: ApiData,
  { channelId, displayName }: { readonly channelId: string; readonly displayName: string | null },
): boolean {
  const slug = nameOf(channelId);
  if (data.type === 'user') return channelId.startsWith('user/') && data.username?.toLowerCase() === slug;
  if (!channelId.startsWith('c/')) return false;
  if (data.channelNumber !== null && slug === `c-${data.channelNumber}`) return true;
  return data.channelName !== null && (slugOf(data.channelName) === slug || data.channelName === displayName);
}

export const slugOf = (name: string): string => name.toLowerCase().replace(/[^\w-]+/g, '');

/** The page adds what the API leaves out: the link, the picture, the real start. */
async function answerLive(client: RumbleClient, start: Case, live: ReportedStream): Promise<Answer> {
  let about = start;
  const { known } = start.memory;
  const before = known && (known.apiId === live.apiId || known.id === live.id) ? known : null;
  let own: readonly ListedVideo[] | null = null;
  if (isDue(start, before?.path ? LISTED_MS : before ? LOOKED_FOR_MS : 0)) {
    const listed = await readOwn(client, start);
    if (!('reason' in listed)) ({ about, own } = listed);
  }
  const item = own?.find(({ id }) => id === (before?.id ?? live.id)) ?? own?.find((video) => isAlike(video, live));
  const stream = streamNow(live, before, item ? streamOf(item, null) : null);
  about = withMemory(about, withoutEnded(about.memory, stream.id));
  if (!own) return liveAnswer(about, stream, null);
  const open = new Set([stream.id, ...candidatesIn(about, own).map(({ id }) => id)]);
  return liveAnswer(about, stream, publishedVideos(about, own, open));
}

/** Merges the API's response with the page and our memory, in this order. */
const streamNow = (live: ReportedStream, before: KnownStream | null, page: KnownStream | null): KnownStream => ({
  // The first id is kept, because it identifies the session.
  id: before?.id ?? page?.id ?? live.id,
  apiId: live.apiId,
  embedId: before?.embedId ?? null,
  path: before?.path ?? page?.path ?? null,
  isLive: true,
  startedAt: before?.isLive ? before.startedAt : (page?.startedAt ?? live.createdAt),
  title: live.title ?? page?.title ?? null,
  thumbnailUrl: page?.thumbnailUrl ?? before?.thumbnailUrl ?? null,
  category: live.category,
  viewers: live.viewers,
});

const isAlike = (video: ListedVideo, live: ReportedStream): boolean => video.viewers > 0 && video.title === live.title;

const isDue = ({ memory, now }: Case, everyMs: number): boolean => now.getTime() - memory.listedAt >= everyMs;

async function answerOffline(client: RumbleClient, start: Case): Promise<Answer> {
  const { known } = start.memory;
  const hasEnded = known?.isLive ?? false;
  // The stream may come back, so we keep the player's id.
  const about = known ? withMemory(start, { ...start.memory, known: { ...known, isLive: false } }) : start;
  if (!hasEnded && !isDue(start, LISTED_MS)) return offlineAnswer(about, null);
  const listed = await readOwn(client, about);
  if ('reason' in listed) return offlineAnswer(about, null);
  // The API does not reveal whether a stream has ended for good. A video without a length is not finished.
  const open = new Set(listed.own.flatMap(({ id, durationSeconds }) => (durationSeconds ? [] : [id])));
  return offlineAnswer(listed.about, publishedVideos(listed.about, listed.own, open));
}
