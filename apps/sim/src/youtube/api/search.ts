import { badParameter, type Call } from '../call.ts';
import { broadcastContent, snippetOf } from '../shapes.ts';
import { publicVideos, type YoutubeWorld } from '../world.ts';
import { readPage, readParts } from './query.ts';

/** Videos by words, channel and whether they run; 100 calls a day. */
export function search(world: YoutubeWorld, call: Call) {
  readParts(call, { id: 0, snippet: 0 });
  const { query } = call;
  const eventType = query.get('eventType');
  if (eventType !== null && query.get('type') !== 'video') {
    throw badParameter('eventType', 'eventType needs type=video.', 'invalidSearchFilter');
  }
  const wanted = { live: 'live', upcoming: 'upcoming', completed: 'none' }[eventType ?? ''];
  if (eventType !== null && !wanted) throw badParameter('eventType', `Invalid value '${eventType}'.`);
  const words = (query.get('q') ?? '').toLowerCase();
  const channelId = query.get('channelId');
  const found = [...world.creators.values()]
    .filter((creator) => channelId === null || creator.channelId === channelId)
    .flatMap((creator) => publicVideos(creator).map((video) => ({ creator, video })))
    .filter(({ video }) => video.title.toLowerCase().includes(words))
    .filter(({ video }) => wanted === undefined || broadcastContent(video) === wanted)
    .filter(({ video }) => eventType !== 'completed' || video.endedAt !== null)
    .sort((left, right) => right.video.publishedAt.getTime() - left.video.publishedAt.getTime());
  const page = readPage(call, found);
  return {
    kind: 'youtube#searchListResponse',
    regionCode: 'GB',
    ...page,
    items: page.items.map(({ creator, video }) => ({
      kind: 'youtube#searchResult',
      etag: video.id,
      id: { kind: 'youtube#video', videoId: video.id },
      snippet: snippetOf(world, creator, video),
    })),
  };
}
