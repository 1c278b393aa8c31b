import type { Channel } from '@tally/kernel';
import { creatorPages, END, typedIn } from '../pages.ts';
import type { YoutubeClient } from './client.ts';
import { ChannelId, channelOf, VideoId, type YoutubeChannel } from './youtube.external.ts';

/** Letters of any script, digits, and a few separators: https://support.google.com/youtube/answer/11585688 */
const handle = /^[\p{L}\p{N}\p{M}._·-]{2,60}$/u;
const link = /^(?:(?:music|gaming)\.)?(youtube\.com|youtu\.be)\/([^?#]*)(?:\?(.*))?/;

/**
 * Returns a handle, an id, `user/<old name>`, or `video/<id>` for the channel of a video. Returns null if the text is
 * none of these. Old URLs (`/c/…`) are tried as handles, because nearly all of them became one.
 */
export function channelNameIn(text: string): string | null {
  const typed = typedIn(text);
  const [, host, path = '', query = ''] = link.exec(typed) ?? [];
  if (host === undefined) return nameIn(typed);
  const [first = '', second = ''] = path.split('/');
  if (host === 'youtu.be') return videoIn(first);
  switch (first.toLowerCase()) {
    case 'watch':
      return videoIn(new URLSearchParams(query).get('v') ?? '');
    case 'shorts':
    case 'live':
    case 'embed':
    case 'v':
      return videoIn(second);
    case 'channel':
      return ChannelId.safeParse(second).data ?? null;
    case 'user':
      return handle.test(second) ? `user/${second}` : null;
    case 'c':
      return nameIn(second);
    case 'feeds':
      return feedOf(new URLSearchParams(query));
    default:
      return otherPages.test(first) ? null : nameIn(first);
  }
}

const asVideo = { url: (id: string) => `https://www.youtube.com/watch?v=${id}`, isThing: true } as const;
const asChannel = { url: (path: string) => `https://www.youtube.com/${path}` };

/** A name without `@` may be another page of the site, and an old name may be another channel's handle by now. */
export const creatorPageIn = creatorPages([
  {
    at: new RegExp(`^(?:\\w+\\.)?youtube\\.com/(@[\\p{L}\\p{N}\\p{M}._·-]{2,60})${END}`, 'iu'),
    url: (name) => asChannel.url(name.toLowerCase()),
  },
  { at: new RegExp(`^(?:\\w+\\.)?youtube\\.com/(channel/UC[\\w-]{22})${END}`), ...asChannel },
  { at: new RegExp(`^(?:\\w+\\.)?youtube\\.com/(?:shorts|live)/([\\w-]{11})${END}`), ...asVideo },
  { at: /^(?:\w+\.)?youtube\.com\/watch\/?\?(?:[^#]*&)?v=([\w-]{11})(?:&|$)/, ...asVideo },
  { at: new RegExp(`^youtu\\.be/([\\w-]{11})${END}`), ...asVideo },
]);

/** Path segments of other pages. `@watch` finds a channel with such a name. */
const words = /^(?:watch|shorts|live|embed|channel|user|feeds?|playlist|results|hashtag)$/i;

/** The first path segments of pages whose words people may also type as names. */
const otherPages =
  /^(?:about|account|ads|attribution_link|clip|creators|e|gaming|kids|logout|movies|music|oembed|podcasts|post|premium|redirect|shopping|signin|sports|t|trending|tv|upload)$/i;

function nameIn(text: string): string | null {
  if (words.test(text)) return null;
  if (ChannelId.safeParse(text).success) return text;
  const name = text.replace(/^@/, '');
  return handle.test(name) ? name.toLowerCase() : null;
}

/** Returns the channel of a feed. The list of a channel's uploads has the channel's id with another second letter. */
function feedOf(query: URLSearchParams): string | null {
  const user = query.get('user');
  if (user !== null) return handle.test(user) ? `user/${user}` : null;
  const id = query.get('channel_id') ?? query.get('playlist_id')?.replace(/^UU/, 'UC');
  return ChannelId.safeParse(id).data ?? null;
}

const videoIn = (id: string): string | null => (VideoId.safeParse(id).success ? `${VIDEO}${id}` : null);

export async function findChannel(client: YoutubeClient, name: string): Promise<Channel | null> {
  const [channel] = await find(client, name);
  return channel ? channelOf(channel) : null;
}

const VIDEO = 'video/';

/** Returns the id of a video whose channel is meant. */
export const videoNamed = (name: string): string | null => (name.startsWith(VIDEO) ? name.slice(VIDEO.length) : null);

/** Finds channels by their ids or by those of their videos. Costs a unit for the videos, and one for the channels. */
export async function findMany(client: YoutubeClient, names: readonly string[]): Promise<Map<string, Channel>> {
  const videos = names.flatMap((name) => videoNamed(name) ?? []);
  const playables = videos.length > 0 ? await client.listPlayables(videos) : new Map<string, never>();
  const idOf = (name: string): string | null => {
    const video = playables.get(videoNamed(name) ?? '');
    return videoNamed(name) === null ? name : video?.state === 'found' ? video.video.channelId : null;
  };
  const ids = new Set(names.flatMap((name) => idOf(name) ?? []));
  const found = ids.size > 0 ? await client.findChannels({ id: [...ids].join(',') }) : [];
  const channels = new Map(found.map((channel) => [channel.id, channelOf(channel)]));
  return new Map(
    names.flatMap((name) => (channels.has(idOf(name) ?? '') ? [[name, channels.get(idOf(name) ?? '')!]] : [])),
  );
}

async function find(client: YoutubeClient, name: string): Promise<readonly YoutubeChannel[]> {
  if (name.startsWith('user/')) return await client.findChannels({ forUsername: name.slice('user/'.length) });
  const videoId = videoNamed(name);
  if (videoId !== null) {
    const video = await client.findVideo(videoId, { isForPerson: true });
    return video ? await client.findChannels({ id: video.channelId }) : [];
  }
  if (ChannelId.safeParse(name).success) return await client.findChannels({ id: name });
  const found = await client.findChannels({ forHandle: name });
  // The text may be the name in an old URL.
  if (found.length > 0 || !/^[a-z0-9]+$/i.test(name)) return found;
  return await client.findChannels({ forUsername: name });
}
