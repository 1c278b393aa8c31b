import { answerJson, badRequest, type Call, Refusal } from '../call.ts';
import { showClip, showVideo } from '../shapes.ts';
import type { Person, TwitchWorld } from '../world.ts';
import { cutPage, readFirst, readIds, readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

const WEEK_MS = 7 * 86_400_000;

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

/** One creator, or everybody who plays a game. */
function ownersOf(world: TwitchWorld, call: Call, name: string): Person[] {
  const [gameId] = readIds(call, 'game_id', 1);
  if (gameId === undefined) return [getPerson(world, call, name)];
  if (call.query.has(name)) throw badRequest(`"${name}" and "game_id" cannot be mixed`);
  return [...world.people.values()].filter((person) => person.gameId === gameId);
}

const recordings = (person: Person) => (person.stream ? [person.stream, ...person.past] : person.past);

function videos(world: TwitchWorld, call: Call) {
  const ids = readIds(call, 'id');
  const type = call.query.get('type') ?? 'all';
  const first = readFirst(call);
  if (ids.length > 0) {
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
  const all = kept.flatMap((person) => recordings(person).map((stream) => ({ person, stream })));
  const { items, pagination } = cutPage(call, all, first);
  return answerJson(200, { data: items.map(({ person, stream }) => showVideo(world, person, stream)), pagination });
}

/** With a start and no end, one week: https://dev.twitch.tv/docs/api/reference#get-clips */
function clips(world: TwitchWorld, call: Call) {
  const ids = readMany(call, 'id');
  const all = [...world.people.values()].flatMap((person) => person.clips.map((clip) => ({ person, clip })));
  if (ids.length > 0) {
    const named = all.filter(({ clip }) => ids.includes(clip.id));
    return answerJson(200, { data: named.map(({ person, clip }) => showClip(world, person, clip)), pagination: {} });
  }
  const people = ownersOf(world, call, 'broadcaster_id');
  const gameId = call.query.get('game_id');
  const from = Date.parse(call.query.get('started_at') ?? '');
  const to = Date.parse(call.query.get('ended_at') ?? '');
  const until = Number.isNaN(to) ? from + WEEK_MS : to;
  const isWithin = (at: Date): boolean => Number.isNaN(from) || (at.getTime() >= from && at.getTime() <= until);
  const found = all
    .filter(({ person, clip }) => (gameId ? clip.gameId === gameId : people.includes(person)))
    .filter(({ clip }) => isWithin(clip.createdAt))
    .sort((left, right) => right.clip.views - left.clip.views);
  const { items, pagination } = cutPage(call, found, readFirst(call));
  return answerJson(200, { data: items.map(({ person, clip }) => showClip(world, person, clip)), pagination });
}
