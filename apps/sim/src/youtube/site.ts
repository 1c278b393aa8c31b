/** Serves www.youtube.com: feeds, pages, and the URL that distinguishes a short from a video. */
import { type Answer, answerJson, answerPage, answerText, type Call, type Names, type Route } from './call.ts';
import { escapeXml, writeFeed } from './feed.ts';
import { avatarOf, pictureOf } from './shapes.ts';
import { type Creator, findByHandle, findVideo, publicVideos, type YoutubeWorld } from './world.ts';

const missing = (): Answer => answerText(404, 'Error 404 (Not Found)!!1');

export function siteRoutes(world: YoutubeWorld): Route[] {
  const get = (path: string, run: (call: Call, names: Names) => Answer): Route => ({ method: 'GET', path, run });
  const head = (path: string, run: (call: Call, names: Names) => Answer): Route => ({
    method: 'HEAD',
    path,
    run: (call, names) => ({ ...run(call, names), body: '' }),
  });
  const short = (_: Call, { id = '' }: Names) => showShort(world, id);
  return [
    get('/site/feeds/videos.xml', (call) => showFeed(world, call)),
    get('/site/xml/feeds/videos.xml', (call) => showFeed(world, call)),
    get('/site/shorts/:id', short),
    head('/site/shorts/:id', short),
    get('/site/watch', ({ query }) => showVideo(world, query.get('v') ?? '')),
    get('/site/oembed', ({ query }) => embed(world, query)),
    get('/site/channel/:id', (_, { id = '' }) => showChannel(world, world.creators.get(id) ?? null)),
    get('/site/:handle', (_, { handle = '' }) =>
      showChannel(world, handle.startsWith('@') ? findByHandle(world, handle) : null),
    ),
  ];
}

/** Finds feeds by channel, or by its lists: https://github.com/FreeTubeApp/FreeTube (feeds by UUSH, UULF, UULV). */
function showFeed(world: YoutubeWorld, { query }: Call): Answer {
  const playlistId = query.get('playlist_id');
  const channelId = query.get('channel_id') ?? `UC${playlistId?.slice(-22) ?? ''}`;
  const creator = world.creators.get(channelId);
  if (!creator) return missing();
  const videos = publicVideos(creator).filter(({ form }) => {
    if (playlistId?.startsWith('UUSH')) return form === 'short';
    if (playlistId?.startsWith('UULV')) return form === 'stream';
    return !playlistId?.startsWith('UULF') || form === 'upload' || form === 'premiere';
  });
  return {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=UTF-8', 'cache-control': 'private, max-age=900' },
    body: writeFeed(world, creator, videos),
  };
}

/** A short stays here. Other videos redirect to their own page. */
function showShort(world: YoutubeWorld, id: string): Answer {
  const found = findVideo(world, id);
  if (!found?.video.isPublic) return missing();
  if (found.video.form === 'short') return showVideo(world, id);
  return { status: 303, headers: { location: `https://www.youtube.com/watch?v=${id}` }, body: '' };
}

const page = (title: string, body: string): Answer =>
  answerPage(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeXml(title)} - YouTube</title></head><body>${body}</body></html>`,
    { 'content-security-policy': "default-src 'none'; img-src 'self'" },
  );

/** The page of a deleted video looks like any other page. */
function showVideo(world: YoutubeWorld, id: string): Answer {
  const found = findVideo(world, id);
  if (!found?.video.isPublic) return page('Video unavailable', '<p>This video isn’t available any more</p>');
  const { creator, video } = found;
  const picture = new URL(pictureOf(world, video, 'hqdefault')).pathname;
  return page(
    video.title,
    `<img src="${picture}" alt=""><h1>${escapeXml(video.title)}</h1><p>${escapeXml(creator.title)}</p>`,
  );
}

function showChannel(world: YoutubeWorld, creator: Creator | null): Answer {
  if (!creator) return missing();
  const picture = new URL(avatarOf(world, creator)).pathname;
  return page(
    creator.title,
    `<img src="${picture}" alt=""><h1>${escapeXml(creator.title)}</h1><p>${escapeXml(creator.bio)}</p>`,
  );
}

/**
 * https://oembed.com. Answers 400 for a URL without a video, 401 if embedding is off
 * (https://github.com/mellowagain/pomu/issues/9), 403 for a private one
 * (https://github.com/ruby-oembed/ruby-oembed/issues/79), 404 for one that does not exist.
 */
function embed(world: YoutubeWorld, query: URLSearchParams): Answer {
  if ((query.get('format') ?? 'json') !== 'json') return answerText(501, 'Not Implemented');
  const address =
    /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;
  const id = address.exec(query.get('url') ?? '')?.[1];
  if (id === undefined) return answerText(400, 'Bad Request');
  const found = findVideo(world, id);
  if (!found) return answerText(404, 'Not Found');
  const { creator, video } = found;
  if (!video.isPublic) return answerText(403, 'Forbidden');
  if (!video.isEmbeddable) return answerText(401, 'Unauthorized');
  return answerJson(200, {
    title: video.title,
    author_name: creator.title,
    author_url: `https://www.youtube.com/@${creator.handle}`,
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: pictureOf(world, video, 'hqdefault'),
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed" title="${escapeXml(video.title)}"></iframe>`,
  });
}
