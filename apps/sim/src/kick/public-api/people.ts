import { type Answer, answerData, answerNothing, badRequest, type Call, type Route, unauthorized } from '../call.ts';
import { findToken, needPerson, needToken } from '../oauth/tokens.ts';
import { avatarUrl, showChannel } from '../shapes.ts';
import { changeCategory, changeTitle } from '../streams.ts';
import { findBySlug, type KickWorld, type Person } from '../world.ts';
import { findPeople, getPerson, readIds, readJson, readMany, readNumber } from './query.ts';

const MOST_CHANNELS = 50;
const LONGEST_SLUG = 25;
const MOST_TAGS = 10;

export function peopleRoutes(world: KickWorld): Route[] {
  return [
    { method: 'GET', path: '/api/public/v1/users', run: (call) => answerData(listUsers(world, call)) },
    { method: 'GET', path: '/api/public/v1/channels', run: (call) => answerData(listChannels(world, call)) },
    { method: 'PATCH', path: '/api/public/v1/channels', run: (call) => updateOwnChannel(world, call) },
  ];
}

function listUsers(world: KickWorld, call: Call): unknown[] {
  const token = needToken(world, call, 'user:read');
  const ids = readIds(call, 'id', MOST_CHANNELS);
  return chooseOrSelf(world, ids, token.userId).map((person) => ({
    user_id: person.userId,
    name: person.username,
    // Only the caller's own email address is shown.
    email: person.userId === token.userId ? `${person.slug}@example.test` : '',
    profile_picture: avatarUrl(world, person),
  }));
}

function listChannels(world: KickWorld, call: Call): unknown[] {
  const token = needToken(world, call, 'channel:read');
  const ids = readIds(call, 'broadcaster_user_id', MOST_CHANNELS);
  const slugs = readMany(call, 'slug', MOST_CHANNELS);
  if (ids.length > 0 && slugs.length > 0) throw badRequest('broadcaster_user_id and slug cannot be mixed');
  if (slugs.some((slug) => slug.length > LONGEST_SLUG))
    throw badRequest(`slug is longer than ${LONGEST_SLUG} characters`);
  const people = slugs.length > 0 ? findSlugs(world, slugs) : chooseOrSelf(world, ids, token.userId);
  return people.map((person) => showChannel(world, person));
}

/** Changes the caller's own channel. Omitted fields stay unchanged. https://docs.kick.com/apis/channels */
function updateOwnChannel(world: KickWorld, call: Call): Answer {
  const person = getPerson(world, needPerson(world, call, 'channel:write'));
  const body = readJson(call);
  const { stream_title: title, custom_tags: tags } = body;
  const categoryId = body.category_id === undefined ? undefined : readNumber(body, 'category_id');
  if (categoryId !== undefined && !world.categories.has(categoryId)) throw badRequest(`no category ${categoryId}`);
  if (title !== undefined && (typeof title !== 'string' || title.trim() === ''))
    throw badRequest('stream_title is empty');
  if (tags !== undefined && !isTags(tags)) throw badRequest(`custom_tags must be at most ${MOST_TAGS} texts`);
  if (isTags(tags)) person.tags = [...tags];
  if (categoryId !== undefined) changeCategory(world, person, categoryId);
  if (typeof title === 'string') changeTitle(world, person, title);
  return answerNothing();
}

const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= MOST_TAGS && value.every((tag) => typeof tag === 'string');

const findSlugs = (world: KickWorld, slugs: readonly string[]): Person[] =>
  [...new Set(slugs)].flatMap((slug) => findBySlug(world, slug) ?? []);

/** Without ids, the call returns the token's owner. */
function chooseOrSelf(world: KickWorld, ids: readonly number[], self: number | null): Person[] {
  if (ids.length > 0) return findPeople(world, ids);
  if (self === null) throw badRequest('an app token must name whom it asks about');
  return [getPerson(world, self)];
}

/** For calls that accept any token. */
export function needAnyToken(world: KickWorld, call: Call): void {
  if (!findToken(world, call)) throw unauthorized();
}
