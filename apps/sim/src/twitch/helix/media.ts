import { answerJson, badRequest, type Call, Refusal } from '../call.ts';
import { showClip, showEmote, showVideo } from '../shapes.ts';
import type { Person, TwitchWorld } from '../world.ts';
import { cutPage, readFirst, readIds, readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

const WEEK_MS = 7 * 86_400_000;
const TEMPLATE = 'https://static-cdn.jtvnw.net/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}';

export function mediaRoutes(world: TwitchWorld): HelixRoute[] {
  return [
    { method: 'GET', path: '/videos', run: (call) => videos(world, call) },
    { method: 'GET', path: '/clips', run: (call) => clips(world, call) },
    { method: 'GET', path: '/chat/emotes/global', run: () => emotes(world, []) },
    {
      method: 'GET',
      path: '/chat/emotes',
      run: (call) => emotes(world, getPerson(world, call, 'broadcaster_id').emotes),
    },
  ];
}

function getPerson(world: TwitchWorld, call: Call, name: string): Person {
  const [id] = readIds(call, name, 1);
  if (!id) throw badRequest(`Missing required parameter "${name}"`);
  const person = world.people.get(id);
  if (!person) throw new Refusal(404, `no user ${id}`);
  return person;
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
  const person = getPerson(world, call, 'user_id');
  const kept = type === 'all' || type === 'archive' ? recordings(person) : [];
  const { items, pagination } = cutPage(call, kept, first);
  return answerJson(200, { data: items.map((stream) => showVideo(world, person, stream)), pagination });
}

/** With a start and no end, one week: https://dev.twitch.tv/docs/api/reference#get-clips */
function clips(world: TwitchWorld, call: Call) {
  const ids = readMany(call, 'id');
  const all = [...world.people.values()].flatMap((person) => person.clips.map((clip) => ({ person, clip })));
  if (ids.length > 0) {
    const named = all.filter(({ clip }) => ids.includes(clip.id));
    return answerJson(200, { data: named.map(({ person, clip }) => showClip(world, person, clip)), pagination: {} });
  }
  const person = getPerson(world, call, 'broadcaster_id');
  const from = Date.parse(call.query.get('started_at') ?? '');
  const to = Date.parse(call.query.get('ended_at') ?? '');
  const until = Number.isNaN(to) ? from + WEEK_MS : to;
  const found = person.clips
    .filter(({ createdAt }) => Number.isNaN(from) || (createdAt.getTime() >= from && createdAt.getTime() <= until))
    .sort((left, right) => right.views - left.views);
  const { items, pagination } = cutPage(call, found, readFirst(call));
  return answerJson(200, { data: items.map((clip) => showClip(world, person, clip)), pagination });
}

const emotes = (world: TwitchWorld, list: Person['emotes']) =>
  answerJson(200, { data: list.map((emote) => showEmote(world, emote)), template: TEMPLATE });
