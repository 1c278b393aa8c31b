/** The lists that every channel has: UU all, UUSH shorts, UULF long ones, UULV streams (the last three are undocumented). */
import { type Call, notFound } from '../call.ts';
import { snippetOf } from '../shapes.ts';
import { type Creator, publicVideos, type Video, type YoutubeWorld } from '../world.ts';
import { readFilter, readPage, readParts } from './query.ts';

const lists: Readonly<Record<string, (video: Video) => boolean>> = {
  UUSH: ({ form }) => form === 'short',
  UULF: ({ form }) => form === 'upload' || form === 'premiere',
  UULV: ({ form }) => form === 'stream',
  UU: () => true,
};

export function listPlaylistItems(world: YoutubeWorld, call: Call) {
  const parts = readParts(call, { id: 0, snippet: 0, contentDetails: 0, status: 0 });
  readFilter(call, ['playlistId', 'id']);
  const playlistId = call.query.get('playlistId') ?? '';
  const { creator, videos } = findList(world, playlistId);
  const wanted = call.query.get('videoId');
  const page = readPage(call, wanted === null ? videos : videos.filter(({ id }) => id === wanted));
  const show = (video: Video, position: number) => ({
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

function findList(world: YoutubeWorld, playlistId: string): { creator: Creator; videos: Video[] } {
  const prefix = ['UUSH', 'UULF', 'UULV', 'UU'].find(
    (each) => playlistId.startsWith(each) && playlistId.length === each.length + 22,
  );
  const creator = prefix === undefined ? undefined : world.creators.get(`UC${playlistId.slice(prefix.length)}`);
  const videos = creator && prefix ? publicVideos(creator).filter(lists[prefix] ?? (() => false)) : [];
  // A list without a single video does not exist.
  if (!creator || videos.length === 0) {
    throw notFound('playlistId', {
      domain: 'youtube.playlistItem',
      reason: 'playlistNotFound',
      message: "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    });
  }
  return { creator, videos };
}
