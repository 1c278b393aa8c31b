import { answerData, badRequest, type Call, type Names, notFound, type Route } from '../call.ts';
import { avatarUrl, rfc3339, showCategory, thumbnailUrl } from '../shapes.ts';
import type { KickWorld, Person, Stream } from '../world.ts';
import { liveOnes } from './livestreams.ts';
import { needAnyToken } from './people.ts';
import { readIds, readLimit } from './query.ts';

const CATEGORIES_A_PAGE = 25;

/** Calls of version 1 that have a successor since 2026-06-23 and still answer: https://docs.kick.com/changelog */
export function olderRoutes(world: KickWorld): Route[] {
  return [
    { method: 'GET', path: '/api/public/v1/livestreams', run: (call) => answerData(listLivestreams(world, call)) },
    { method: 'GET', path: '/api/public/v1/categories', run: (call) => answerData(searchCategories(world, call)) },
    {
      method: 'GET',
      path: '/api/public/v1/categories/:id',
      run: (call, names) => answerData(getOneCategory(world, call, names)),
    },
  ];
}

function listLivestreams(world: KickWorld, call: Call): unknown[] {
  needAnyToken(world, call);
  const ids = readIds(call, 'broadcaster_user_id', 50);
  const [categoryId] = readIds(call, 'category_id', 1);
  const language = call.query.get('language');
  const sort = call.query.get('sort') ?? 'viewer_count';
  if (sort !== 'viewer_count' && sort !== 'started_at') throw badRequest('sort must be viewer_count or started_at');
  return liveOnes([...world.people.values()])
    .filter(({ person }) => ids.length === 0 || ids.includes(person.userId))
    .filter(({ stream }) => categoryId === undefined || stream.categoryId === categoryId)
    .filter(({ person }) => !language || person.language === language)
    .sort((left, right) =>
      sort === 'viewer_count'
        ? right.stream.viewers - left.stream.viewers
        : right.stream.startedAt.getTime() - left.stream.startedAt.getTime(),
    )
    .slice(0, readLimit(call, { most: 100, usual: 25 }))
    .map(({ person, stream }) => showOlderLivestream(world, person, stream));
}

const showOlderLivestream = (world: KickWorld, person: Person, stream: Stream): Record<string, unknown> => ({
  broadcaster_user_id: person.userId,
  category: showCategory(world, stream.categoryId),
  channel_id: person.userId,
  custom_tags: person.tags,
  has_mature_content: person.isMature,
  language: person.language,
  profile_picture: avatarUrl(world, person),
  slug: person.slug,
  started_at: rfc3339(stream.startedAt),
  stream_title: stream.title,
  thumbnail: thumbnailUrl(world, stream),
  viewer_count: stream.viewers,
});

function searchCategories(world: KickWorld, call: Call): unknown[] {
  needAnyToken(world, call);
  const wanted = call.query.get('q')?.toLowerCase();
  if (!wanted) throw badRequest('q is required');
  const [page = 1] = readIds(call, 'page', 1);
  if (page === 0) throw badRequest('page must be at least 1');
  return [...world.categories.values()]
    .filter((category) => category.name.toLowerCase().includes(wanted))
    .slice((page - 1) * CATEGORIES_A_PAGE, page * CATEGORIES_A_PAGE)
    .map((category) => showCategory(world, category.id));
}

function getOneCategory(world: KickWorld, call: Call, names: Names): unknown {
  needAnyToken(world, call);
  if (!/^\d{1,9}$/.test(names.id ?? '')) throw badRequest('category_id must be a number');
  const category = world.categories.get(Number(names.id));
  if (!category) throw notFound();
  const viewers = liveOnes([...world.people.values()])
    .filter(({ stream }) => stream.categoryId === category.id)
    .reduce((sum, { stream }) => sum + stream.viewers, 0);
  return { ...showCategory(world, category.id), tags: category.tags, viewer_count: viewers };
}
