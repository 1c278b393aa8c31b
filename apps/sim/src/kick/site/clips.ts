/** Clips in the format of kick.com's own calls. */
import { type Answer, answerJson, type Call, missing, type Names } from '../call.ts';
import { clipPlaylistUrl } from '../media.ts';
import { avatarUrl } from '../shapes.ts';
import type { Clip, KickWorld, Person } from '../world.ts';
import { showSiteCategory } from './streams.ts';

const CLIPS_ON_A_PAGE = 20;
/** Kick sends this when it does not know the clip's position in the stream. */
const NO_MOMENT = '0001-01-01T00:00:00Z';

const periods = { day: 1, week: 7, month: 30, all: Number.POSITIVE_INFINITY };

export function listClips(world: KickWorld, person: Person, call: Call): Answer {
  const time = call.query.get('time') ?? 'all';
  const days = time === 'day' || time === 'week' || time === 'month' ? periods[time] : periods.all;
  const oldest = world.doors.now().getTime() - days * 86_400_000;
  const sorted = person.clips
    .filter((clip) => clip.createdAt.getTime() >= oldest)
    .sort(
      call.query.get('sort') === 'view'
        ? (left, right) => right.views - left.views
        : (left, right) => right.createdAt.getTime() - left.createdAt.getTime(),
    );
  const start = placeOf(call.query.get('cursor'));
  const end = start + CLIPS_ON_A_PAGE;
  return answerJson(200, {
    clips: sorted.slice(start, end).map((clip) => showClip(world, person, clip)),
    nextCursor: end < sorted.length ? cursorAt(end) : null,
  });
}

/** Clients cannot compute the next cursor, as with Kick's own. The first page needs none, or 0. */
const cursorAt = (place: number): string => Buffer.from(`clips-from:${place}`).toString('base64url');
const placeOf = (cursor: string | null): number =>
  Number(/^clips-from:(\d+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString())?.[1] ?? 0);

export function getClip(world: KickWorld, names: Names): Answer {
  for (const person of world.people.values()) {
    const clip = person.clips.find((candidate) => candidate.id === names.id);
    if (clip) return answerJson(200, { clip: showClip(world, person, clip) });
  }
  return missing();
}

/** Some of Kick's responses have both names, some have only the newer one. */
const viewsOf = ({ id, views }: Clip): Record<string, number> =>
  id.charCodeAt(id.length - 1) % 2 === 0 ? { view_count: views } : { view_count: views, views };

const JUST_CHATTING = 15;
const parentOf = (categoryId: number): string => (categoryId === JUST_CHATTING ? 'irl' : 'games');

/** The response for the phone app identifies the recording by its page's id. */
export function getMobileClip(world: KickWorld, names: Names): Answer {
  for (const person of world.people.values()) {
    const clip = person.clips.find((candidate) => candidate.id === names.id);
    if (!clip) continue;
    const stream = person.past.find((each) => each.id === clip.streamId);
    const { id, title, duration, vod_starts_at: offset } = showClip(world, person, clip);
    const isNamed = stream && clip.startedAt && offset != null && person.recordings !== 'without page ids';
    return answerJson(200, { data: { id, title, duration, video: isNamed ? { id: stream.pageId, offset } : null } });
  }
  return missing();
}

function showClip(world: KickWorld, person: Person, clip: Clip): Record<string, unknown> {
  const creator = world.people.get(clip.byUserId) ?? person;
  const stream = [person.stream, ...person.past].find((each) => each?.id === clip.streamId);
  const picture = `${world.doors.baseUrl()}/files/clips/${clip.id}.png`;
  return {
    id: clip.id,
    livestream_id: clip.streamId,
    category_id: String(person.categoryId),
    channel_id: person.userId + 1_000,
    user_id: creator.userId,
    title: clip.title,
    clip_url: clipPlaylistUrl(world, clip),
    video_url: clipPlaylistUrl(world, clip),
    thumbnail_url: picture,
    privacy: 'CLIP_PRIVACY_PUBLIC',
    likes: clip.likes,
    likes_count: clip.likes,
    liked: false,
    ...viewsOf(clip),
    duration: clip.seconds,
    started_at: clip.startedAt?.toISOString() ?? NO_MOMENT,
    vod_starts_at: clip.startedAt && stream ? (clip.startedAt.getTime() - stream.startedAt.getTime()) / 1_000 : 0,
    vod: { id: clip.streamId },
    created_at: clip.createdAt.toISOString(),
    is_mature: person.isMature,
    category: { ...showSiteCategory(world, person.categoryId), parent_category: parentOf(person.categoryId) },
    creator: { id: creator.userId, username: creator.username, slug: creator.slug, profile_picture: null },
    channel: {
      id: person.userId + 1_000,
      username: person.username,
      slug: person.slug,
      profile_picture: avatarUrl(world, person),
    },
  };
}
