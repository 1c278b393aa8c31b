/** Kick's own JSON, built from our state. Field names are as in https://docs.kick.com */
import { type Category, getCategory, type KickWorld, type Person, type Stream } from './world.ts';

export const avatarUrl = (world: KickWorld, person: Person): string =>
  `${world.doors.baseUrl()}/files/users/${person.userId}/profile.png`;

/** The URL stays while its picture changes, so clients must bust the cache to get a new one. */
export const thumbnailUrl = (world: KickWorld, stream: Stream): string =>
  `${world.doors.baseUrl()}/files/thumbnails/${stream.id}/720.png`;

export const categoryThumbnailUrl = (world: KickWorld, category: Category): string =>
  `${world.doors.baseUrl()}/files/categories/${category.id}/banner.png`;

export function showCategory(world: KickWorld, id: number): { id: number; name: string; thumbnail: string } {
  const category = getCategory(world, id);
  return { id: category.id, name: category.name, thumbnail: categoryThumbnailUrl(world, category) };
}

/** Formats a time in seconds without a fraction, as Kick does. */
export const rfc3339 = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

const SYDNEY_MS = 11 * 3_600_000;

/** Webhooks carry an offset that is not always Z: https://docs.kick.com/events/event-types#livestream-status-updated */
export const rfc3339Sydney = (date: Date): string =>
  rfc3339(new Date(date.getTime() + SYDNEY_MS)).replace('Z', '+11:00');

/** Formats a time as the site's own calls do: `YYYY-MM-DD HH:MM:SS` in UTC, without a zone. */
export const siteTime = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export function showWebhookPerson(world: KickWorld, person: Person): Record<string, unknown> {
  return {
    is_anonymous: false,
    user_id: person.userId,
    username: person.username,
    is_verified: person.isVerified,
    profile_picture: avatarUrl(world, person),
    channel_slug: person.slug,
    identity: null,
  };
}

/** Newer events have fewer fields about people. */
export function showShortPerson(world: KickWorld, person: Person): Record<string, unknown> {
  const { is_anonymous: _anonymous, identity: _identity, ...rest } = showWebhookPerson(world, person);
  return rest;
}

export function showLivestream(world: KickWorld, person: Person, stream: Stream): Record<string, unknown> {
  return {
    id: stream.id,
    title: stream.title,
    thumbnail: thumbnailUrl(world, stream),
    started_at: rfc3339(stream.startedAt),
    viewer_count: stream.viewers,
    language_code: person.language,
    tags: person.tags,
    has_mature_content: person.isMature,
    broadcaster_user: {
      id: person.userId,
      username: person.username,
      profile_picture: avatarUrl(world, person),
    },
    category: showCategory(world, stream.categoryId),
    channel: { slug: person.slug },
  };
}

export function showChannel(world: KickWorld, person: Person): Record<string, unknown> {
  const { stream } = person;
  return {
    broadcaster_user_id: person.userId,
    slug: person.slug,
    banner_picture: '',
    channel_description: person.bio,
    stream_title: person.title,
    category: showCategory(world, person.categoryId),
    stream: {
      is_live: stream !== null,
      is_mature: person.isMature,
      // Go's zero time means "never": https://pkg.go.dev/time#Time
      start_time: stream ? rfc3339(stream.startedAt) : '0001-01-01T00:00:00Z',
      viewer_count: stream?.viewers ?? 0,
      thumbnail: stream ? thumbnailUrl(world, stream) : '',
      language: person.language,
      custom_tags: person.tags,
      url: '',
      key: '',
    },
    active_subscribers_count: [...person.standings.values()].filter((standing) => standing.subscribedUntil !== null)
      .length,
  };
}

export const slugOfCategory = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
