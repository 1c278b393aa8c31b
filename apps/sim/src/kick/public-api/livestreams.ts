import { answerData, badRequest, type Call, type Route } from '../call.ts';
import { showCategory, showLivestream } from '../shapes.ts';
import type { KickWorld, Person, Stream } from '../world.ts';
import { needAnyToken } from './people.ts';
import { cutPage, findPeople, readIds, readLimit, readMany } from './query.ts';

export function livestreamRoutes(world: KickWorld): Route[] {
  return [
    { method: 'GET', path: '/api/public/v1/users/livestreams', run: (call) => answerData(listOfUsers(world, call)) },
    { method: 'GET', path: '/api/public/v2/livestreams', run: (call) => listAll(world, call) },
    {
      method: 'GET',
      path: '/api/public/v1/livestreams/stats',
      run: (call) => {
        needAnyToken(world, call);
        return answerData({ total_count: liveOnes([...world.people.values()]).length });
      },
    },
    { method: 'GET', path: '/api/public/v2/categories', run: (call) => listCategories(world, call) },
  ];
}

export const liveOnes = (people: readonly Person[]): { person: Person; stream: Stream }[] =>
  people.flatMap((person) => (person.stream ? [{ person, stream: person.stream }] : []));

/** People who are not live are left out. */
function listOfUsers(world: KickWorld, call: Call): unknown[] {
  needAnyToken(world, call);
  const ids = readIds(call, 'user_id', 100);
  if (ids.length === 0) throw badRequest('user_id is required');
  return liveOnes(findPeople(world, ids)).map(({ person, stream }) => showLivestream(world, person, stream));
}

function listAll(world: KickWorld, call: Call): ReturnType<typeof answerData> {
  needAnyToken(world, call);
  const categoryIds = readIds(call, 'category_id', 25);
  const languages = readMany(call, 'language_code', 25);
  const found = liveOnes([...world.people.values()])
    .filter(({ stream }) => categoryIds.length === 0 || categoryIds.includes(stream.categoryId))
    .filter(({ person }) => languages.length === 0 || languages.includes(person.language))
    .sort((left, right) => left.stream.startedAt.getTime() - right.stream.startedAt.getTime());
  const page = cutPage(call, found, readLimit(call, { most: 1_000, usual: 100 }));
  return answerData(
    page.items.map(({ person, stream }) => showLivestream(world, person, stream)),
    { pagination: page.pagination },
  );
}

function listCategories(world: KickWorld, call: Call): ReturnType<typeof answerData> {
  needAnyToken(world, call);
  const split = (name: string): string[] =>
    call.query
      .getAll(name)
      .flatMap((text) => text.split(','))
      .filter(Boolean);
  const ids = split('id');
  const names = split('name').map((name) => name.toLowerCase());
  const tags = split('tag');
  const found = [...world.categories.values()]
    .filter((category) => ids.length === 0 || ids.includes(String(category.id)))
    .filter((category) => names.length === 0 || names.some((name) => category.name.toLowerCase().includes(name)))
    .filter((category) => tags.length === 0 || category.tags.some((tag) => tags.includes(tag)));
  const page = cutPage(call, found, readLimit(call, { most: 1_000, usual: 25 }));
  return answerData(
    page.items.map((category) => ({ ...showCategory(world, category.id), tags: category.tags })),
    { pagination: page.pagination },
  );
}
