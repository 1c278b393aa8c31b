import { answerJson, badRequest, type Call, Refusal } from '../call.ts';
import { showClip, showVideo } from '../shapes.ts';
import type { Person, TwitchWorld } from '../world.ts';
import { cutPage, readChoice, readDate, readFirst, readIds, readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const periods = { all: Number.POSITIVE_INFINITY, day: DAY_MS, week: WEEK_MS, month: 30 * DAY_MS } as const;

export function mediaRoutes(world: TwitchWorld): HelixRoute[] {
  return [
    { method: 'GET', path: '/videos', run: (call) => videos(world, call) },
    { method: 'GET', path: '/clips', run: (call) => clips(world, call) },
  ];
}

export function getPerson(world: TwitchWorld, call: Call, name: string): Person {
  const [id] = readIds(call, name, 1);
  if (!id) throw badRequest(`Missing required parameter "${name}"`);
  const person = world.people.get(id);
  if (!person) throw new Refusal(404, `no user ${id}`);
  return person;
}

/** Returns one creator, or all people who play a game. */
function ownersOf(world: TwitchWorld, call: Call, name: string): Person[] {
  const [gameId] = readIds(call, 'game_id', 1);
  if (gameId === undefined) return [getPerson(world, call, name)];
  if (call.query.has(name)) throw badRequest(`"${name}" and "game_id" cannot be mixed`);
  return [...world.people.values()].filter((person) => person.gameId === gameId);
}

const recordings = (person: Person) => (person.stream ? [person.stream, ...person.past] : person.past);

function videos(world: TwitchWorld, call: Call) {
  const ids = readIds(call, 'id');
  const type = readChoice(call, 'type', ['all', 'archive', 'highlight', 'upload']);
  const order = readChoice(call, 'sort', ['time', 'trending', 'views']);
  const since = world.doors.now().getTime() - periods[readChoice(call, 'period', ['all', 'day', 'week', 'month'])];
  const language = call.query.get('language');
  const first = readFirst(call);
  if (ids.length > 0) {
    if (call.query.has('user_id') || call.query.has('game_id')) throw badRequest('"id" cannot be mixed with others');
    const all = [...world.people.values()].flatMap((person) =>
      recordings(person)
        .filter(({ videoId }) => ids.includes(videoId))
        .map((stream) => showVideo(world, person, stream)),
    );
    if (all.length === 0) throw new Refusal(404, 'None of the requested videos exist');
    return answerJson(200, { data: all, pagination: {} });
  }
  const people = ownersOf(world, call, 'user_id');
  const kept = type === 'all' || type === 'archive' ? people : [];
  const all = kept
    .filter((person) => language === null || person.language === language)
    .flatMap((person) => recordings(person).map((stream) => ({ person, stream })))
    .filter(({ stream }) => stream.startedAt.getTime() >= since)
    .sort(({ stream: left }, { stream: right }) =>
      order === 'time' ? right.startedAt.getTime() - left.startedAt.getTime() : right.viewers - left.viewers,
    );
  const { items, pagination } = cutPage(call, all, first);
  return answerJson(200, { data: items.map(({ person, stream }) => showVideo(world, person, stream)), pagination });
}

/** With a start but no end, the range is one week: https://dev.twitch.tv/docs/api/reference#get-clips */
function clips(world: TwitchWorld, call: Call) {
  const ids = readMany(call, 'id');
  const all = [...world.people.values()].flatMap((person) => person.clips.map((clip) => ({ person, clip })));
  if (ids.length > 0) {
    const named = all.filter(({ clip }) => ids.includes(clip.id));
    return answerJson(200, { data: named.map(({ person, clip }) => showClip(world, person, clip)), pagination: {} });
  }
  const people = ownersOf(world, call, 'broadcaster_id');
  const gameId = call.query.get('game_id');
  const from = readDate(call, 'started_at');
  const to = readDate(call, 'ended_at');
  const onlyFeatured = readChoice(call, 'is_featured', ['false', 'true']) === 'true';
  // An end without a start has no effect.
  const isWithin = (at: Date): boolean =>
    from === null || (at.getTime() >= from && at.getTime() <= (to ?? from + WEEK_MS));
  const found = all
    .filter(({ person, clip }) => (gameId ? clip.gameId === gameId : people.includes(person)))
    .filter(({ clip }) => isWithin(clip.createdAt))
    // No creator here has featured a clip.
    .filter(() => !onlyFeatured)
    .sort((left, right) => right.clip.views - left.clip.views);
  const { items, pagination } = cutPage(call, found, readFirst(call));
  return answerJson(200, { data: items.map(({ person, clip }) => showClip(world, person, clip)), pagination });
}
