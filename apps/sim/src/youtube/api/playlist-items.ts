/** The lists of every channel: UU all, UUSH shorts, UULF long ones, UULV streams (the last three are undocumented). */
import { type Call, notFound } from '../call.ts';
import { snippetOf } from '../shapes.ts';
import { type Creator, publicVideos, type Video, type YoutubeWorld } from '../world.ts';
import { readFilter, readIds, readPage, readParts } from './query.ts';

const lists: Readonly<Record<string, (video: Video) => boolean>> = {
  UUSH: ({ form }) => form === 'short',
  UULF: ({ form }) => form === 'upload' || form === 'premiere',
  UULV: ({ form }) => form === 'stream',
  UU: () => true,
};

export function listPlaylistItems(world: YoutubeWorld, call: Call) {
  const parts = readParts(call, { id: 0, snippet: 0, contentDetails: 0, status: 0 });
  const byId = readFilter(call, ['playlistId', 'id']) === 'id';
  const entries = byId ? readIds(call).flatMap((id) => findEntry(world, id)) : listOf(world, call);
  const wanted = call.query.get('videoId');
  const page = readPage(call, wanted === null ? entries : entries.filter(({ video }) => video.id === wanted));
  const show = ({ playlistId, creator, video, position }: Entry) => ({
    kind: 'youtube#playlistItem',
    etag: video.id,
    id: Buffer.from(`${playlistId}.${video.id}`).toString('base64url'),
    ...(parts.includes('snippet')
      ? {
          snippet: {
            ...snippetOf(world, creator, video),
            playlistId,
            position,
            resourceId: { kind: 'youtube#video', videoId: video.id },
          },
        }
      : {}),
    ...(parts.includes('contentDetails')
      ? { contentDetails: { videoId: video.id, videoPublishedAt: video.publishedAt.toISOString() } }
      : {}),
    ...(parts.includes('status') ? { status: { privacyStatus: 'public' } } : {}),
  });
  return { kind: 'youtube#playlistItemListResponse', ...page, items: page.items.map(show) };
}

interface Entry {
  readonly playlistId: string;
  readonly creator: Creator;
  readonly video: Video;
  readonly position: number;
}

function listOf(world: YoutubeWorld, call: Call): Entry[] {
  const playlistId = call.query.get('playlistId') ?? '';
  const { creator, videos } = findList(world, playlistId);
  return videos.map((video, position) => ({ playlistId, creator, video, position }));
}

/** An entry's id names its list and its video. Missing ones are left out. */
function findEntry(world: YoutubeWorld, id: string): Entry[] {
  const [playlistId = '', videoId] = Buffer.from(id, 'base64url').toString().split('.');
  const creator = creatorOf(world, playlistId);
  const videos = creator ? videosOf(creator, playlistId) : [];
  const position = videos.findIndex((video) => video.id === videoId);
  const video = videos[position];
  return creator && video ? [{ playlistId, creator, video, position }] : [];
}

const prefixOf = (playlistId: string) =>
  ['UUSH', 'UULF', 'UULV', 'UU'].find((each) => playlistId.startsWith(each) && playlistId.length === each.length + 22);

function creatorOf(world: YoutubeWorld, playlistId: string): Creator | undefined {
  const prefix = prefixOf(playlistId);
  return prefix === undefined ? undefined : world.creators.get(`UC${playlistId.slice(prefix.length)}`);
}

const videosOf = (creator: Creator, playlistId: string): Video[] =>
  publicVideos(creator).filter(lists[prefixOf(playlistId) ?? ''] ?? (() => false));

function findList(world: YoutubeWorld, playlistId: string): { creator: Creator; videos: Video[] } {
  const creator = creatorOf(world, playlistId);
  const videos = creator ? videosOf(creator, playlistId) : [];
  // A list without videos does not exist.
  if (!creator || videos.length === 0) {
    throw notFound('playlistId', {
      domain: 'youtube.playlistItem',
      reason: 'playlistNotFound',
      message: "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    });
  }
  return { creator, videos };
}
