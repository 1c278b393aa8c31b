import { type Channel, UpstreamError } from '@tally/kernel';
import { creatorPages, END, typedIn } from '../pages.ts';
import type { TwitchClient } from './client.ts';
import { channelOf, TwitchOwned, TwitchUsers } from './twitch.external.ts';

/** New names have at least four characters. A few old ones are shorter. */
const login = /^[a-z0-9]\w{1,24}$/i;
const thing = new RegExp(`^(?:twitch\\.tv/(videos|clip)|clips\\.twitch\\.tv)/([\\w-]{4,100})${END}`, 'i');

/** The first path segments of other pages of the site. */
const others =
  'directory|videos?|clips?|settings|p|downloads|jobs|turbo|prime|store|subscriptions|subs|products|inventory|wallet|drops|friends|following|search|login|signup|team|u|bits|dashboard|moderator|annual-recap|partner|broadcast';

const link = new RegExp(`^twitch\\.tv/(?:popout/)?(?!(?:${others}|popout)${END})([^/?#]+)`, 'i');

export const creatorPageIn = creatorPages([
  {
    at: new RegExp(`^twitch\\.tv/videos/(\\d{5,18})${END}`, 'i'),
    url: (id) => `https://www.twitch.tv/videos/${id}`,
    isThing: true,
  },
  // The name before a clip is irrelevant, because Twitch opens the clip under any name.
  {
    at: new RegExp(`^(?:twitch\\.tv/(?:\\w{2,25}/)?clip|clips\\.twitch\\.tv)/([\\w-]{4,100})${END}`, 'i'),
    url: (slug) => `https://clips.twitch.tv/${slug}`,
    isThing: true,
  },
  {
    at: new RegExp(`^twitch\\.tv/(?:popout/)?(?!(?:${others})${END})(\\w{3,25})${END}`, 'i'),
    url: (name) => `https://www.twitch.tv/${name.toLowerCase()}`,
  },
]);

/** Returns a login, or `video/<id>` and `clip/<name>` for the channel that they belong to. */
export function channelNameIn(text: string): string | null {
  const typed = typedIn(text);
  const [, place, id] = thing.exec(typed) ?? [];
  if (id && place?.toLowerCase() !== 'videos') return `clip/${id}`;
  if (id && /^\d+$/.test(id)) return `video/${id}`;
  const name = link.exec(typed)?.[1] ?? typed.replace(/^@/, '');
  return login.test(name) ? name.toLowerCase() : null;
}

export async function findChannels(
  client: TwitchClient,
  names: readonly string[],
): Promise<ReadonlyMap<string, Channel>> {
  const things = new Map([...(await ownersOf(client, names, 'video')), ...(await ownersOf(client, names, 'clip'))]);
  const id = [...new Set(things.values())];
  const logins = names.filter((name) => !name.includes('/'));
  if (id.length + logins.length === 0) return new Map();
  const { data } = await client.get('/users', { id, login: logins }, TwitchUsers);
  const channels = data.map((user) => channelOf(user));
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  return new Map([
    ...channels.map((channel) => [channel.name.toLowerCase(), channel] as const),
    ...[...things].flatMap(([name, owner]) => {
      const channel = byId.get(owner);
      return channel ? [[name, channel] as const] : [];
    }),
  ]);
}

async function ownersOf(
  client: TwitchClient,
  names: readonly string[],
  kind: 'video' | 'clip',
): Promise<ReadonlyMap<string, string>> {
  const id = names.flatMap((name) => (name.startsWith(`${kind}/`) ? [name.slice(kind.length + 1)] : []));
  if (id.length === 0) return new Map();
  try {
    const { data } = await client.get(`/${kind}s`, { id }, TwitchOwned);
    return new Map(data.map((each) => [`${kind}/${each.id}`, each.user_id ?? each.broadcaster_id ?? '']));
  } catch (error) {
    // Helix responds with 404 if none of the videos exists: https://dev.twitch.tv/docs/api/reference/#get-videos
    if (error instanceof UpstreamError && error.kind === 'gone') return new Map();
    throw error;
  }
}
