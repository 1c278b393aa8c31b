/** Streams and recordings in the format of kick.com's older calls. */
import { type Answer, answerJson, missing, type Names } from '../call.ts';
import { categoryThumbnailUrl, siteTime, slugOfCategory, thumbnailUrl } from '../shapes.ts';
import { getCategory, type KickWorld, type Person, type Stream } from '../world.ts';
import { masterUrl } from './recordings.ts';

export function showSiteCategory(world: KickWorld, id: number): Record<string, unknown> {
  const category = getCategory(world, id);
  return {
    id: category.id,
    name: category.name,
    slug: slugOfCategory(category.name),
    tags: category.tags,
    banner: { responsive: '', url: categoryThumbnailUrl(world, category) },
  };
}

export function showSiteStream(world: KickWorld, person: Person, stream: Stream): Record<string, unknown> {
  return {
    id: stream.number,
    slug: `${stream.id.slice(0, 8)}-${person.slug}`,
    channel_id: person.userId + 1_000,
    created_at: siteTime(stream.startedAt),
    start_time: siteTime(stream.startedAt),
    session_title: stream.title,
    is_live: stream.endedAt === null,
    language: person.language,
    is_mature: person.isMature,
    viewer_count: stream.viewers,
    viewers: stream.viewers,
    duration: (stream.endedAt ?? world.doors.now()).getTime() - stream.startedAt.getTime(),
    thumbnail: { url: thumbnailUrl(world, stream), responsive: '' },
    categories: [showSiteCategory(world, stream.categoryId)],
    tags: person.tags,
  };
}

export function showSiteVideo(world: KickWorld, person: Person, stream: Stream): Record<string, unknown> {
  return {
    ...showSiteStream(world, person, stream),
    source: person.recordings === 'for subscribers' ? null : masterUrl(world, { person, stream }),
    thumbnail: { src: thumbnailUrl(world, stream), srcset: '' },
    views: stream.viewers,
    video: {
      id: stream.number,
      uuid: stream.id,
      live_stream_id: stream.number,
      views: stream.viewers,
      created_at: siteTime(stream.startedAt),
    },
  };
}

export function getVideo(world: KickWorld, names: Names): Answer {
  for (const person of world.people.values()) {
    const stream = person.past.find((past) => past.id === names.uuid);
    if (!stream) continue;
    const { video, source } = showSiteVideo(world, person, stream);
    return answerJson(200, {
      ...(typeof video === 'object' ? video : {}),
      ...(person.recordings === 'without page ids' ? {} : { vod_id: stream.pageId }),
      source,
      livestream: { ...showSiteStream(world, person, stream), channel: { slug: person.slug, user_id: person.userId } },
    });
  }
  return missing();
}
