import { type Channel, type PlatformDoors, UpstreamError, type Video } from '@tally/kernel';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import { type TwitchClip, TwitchClips, TwitchGames } from './twitch.external.ts';

const ON_A_PAGE = '100';
/** More than a thousand new clips between two polls are a flood. */
const MOST_PAGES = 10;
/** https://dev.twitch.tv/docs/api/reference/#get-games */
const MOST_GAMES = 100;

/** Twitch sorts by views, so we must read every page to find the oldest clip. */
export async function listClips(
  client: TwitchClient,
  { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>,
  channel: Channel,
  since: Date,
): Promise<readonly Video[]> {
  const window = {
    broadcaster_id: channel.id,
    started_at: wholeSecond(since),
    // Without an end the window is exactly one week from the start.
    ended_at: wholeSecond(new Date(clock.now().getTime() + 60_000)),
    first: ON_A_PAGE,
  };
  const clips: TwitchClip[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: Record<string, string> = { ...window, ...(after === null ? {} : { after }) };
    const answer: z.output<typeof TwitchClips> = await client.get('/clips', query, TwitchClips);
    clips.push(...answer.data);
    after = answer.pagination?.cursor ?? null;
    if (after === null) break;
  }
  if (after !== null) log.warn({ channel: channel.name, clips: clips.length }, 'more clips than one run reads');
  const games = await nameGames(client, log, clips);
  return clips
    .toSorted((left, right) => left.created_at.getTime() - right.created_at.getTime())
    .map((clip) => videoOf(channel, clip, games));
}

/** A clip without its category is better than none. */
async function nameGames(
  client: TwitchClient,
  log: PlatformDoors['log'],
  clips: readonly TwitchClip[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(clips.flatMap((clip) => clip.game_id ?? []))];
  const names = new Map<string, string>();
  try {
    for (let start = 0; start < ids.length; start += MOST_GAMES) {
      const { data } = await client.get('/games', { id: ids.slice(start, start + MOST_GAMES) }, TwitchGames);
      for (const { id, name } of data) names.set(id, name);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.info({ err: error }, 'Twitch did not return the categories of clips');
  }
  return names;
}

const videoOf = (channel: Channel, clip: TwitchClip, games: ReadonlyMap<string, string>): Video => ({
  platform: 'twitch',
  channelId: channel.id,
  id: clip.id,
  kind: 'clip',
  title: clip.title,
  description: null,
  url: clip.url,
  thumbnailUrl: clip.thumbnail_url,
  publishedAt: clip.created_at,
  durationSeconds: clip.duration == null ? null : Math.round(clip.duration),
  category: games.get(clip.game_id ?? '') ?? null,
  views: clip.view_count ?? null,
  // Helix returns the recording once it is ready, but never the stream.
  streamId: null,
  clipper: clip.creator_name
    ? { name: clip.creator_name, roles: clip.creator_id === clip.broadcaster_id ? ['broadcaster'] : [] }
    : null,
  momentUrl: momentOf(clip),
});

/** Returns the link that the site itself creates to a moment in a recording. */
function momentOf({ video_id: id, vod_offset: offset }: TwitchClip): string | null {
  if (!id || offset == null || !/^\d+$/.test(id)) return null;
  const [h, m, s] = [Math.floor(offset / 3_600), Math.floor(offset / 60) % 60, offset % 60];
  return `https://www.twitch.tv/videos/${id}?t=${h}h${m}m${s}s`;
}

const wholeSecond = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');
