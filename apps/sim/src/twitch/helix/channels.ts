import { answerJson, badRequest, type Call } from '../call.ts';
import { showCategory, showChannel, showFound, showGame, showStream, showUser } from '../shapes.ts';
import { findByLogin, type Game, type Person, type Token, type TwitchWorld } from '../world.ts';
import { cutPage, readChoice, readFirst, readIds, readMany } from './query.ts';
import type { HelixRoute } from './routes.ts';

export function channelRoutes(world: TwitchWorld): HelixRoute[] {
  return [
    {
      method: 'GET',
      path: '/users',
      run: (call, token) => answerJson(200, { data: users(world, call, token) }),
    },
    { method: 'GET', path: '/streams', run: (call) => streams(world, call) },
    { method: 'GET', path: '/channels', run: (call) => channels(world, call) },
    { method: 'GET', path: '/games', run: (call) => games(world, call) },
    { method: 'GET', path: '/games/top', run: (call) => topGames(world, call) },
    { method: 'GET', path: '/search/channels', run: (call) => search(world, call) },
    { method: 'GET', path: '/search/categories', run: (call) => searchGames(world, call) },
  ];
}

function findPeople(world: TwitchWorld, ids: readonly string[], logins: readonly string[]): Person[] {
  const found = [
    ...ids.flatMap((id) => world.people.get(id) ?? []),
    ...logins.flatMap((login) => findByLogin(world, login) ?? []),
  ];
  return [...new Set(found)];
}

function users(world: TwitchWorld, call: Call, token: Token): object[] {
  // Only apps with a person's permission receive their email address.
  const show = (person: Person): object => ({
    ...showUser(world, person),
    ...(person.userId === token.userId && token.scopes.includes('user:read:email')
      ? { email: `${person.login}@example.test` }
      : {}),
  });
  const ids = readIds(call, 'id');
  const logins = readMany(call, 'login');
  if (ids.length + logins.length > 100) throw badRequest('The combined number of "id" and "login" is over 100');
  mustBeLogins(logins);
  if (ids.length + logins.length > 0) return findPeople(world, ids, logins).map(show);
  if (token.userId === null)
    throw badRequest('The "id" or "login" query parameter is required with an app access token');
  return findPeople(world, [token.userId], []).map(show);
}

function mustBeLogins(logins: readonly string[]): void {
  if (logins.some((login) => !/^\w{1,25}$/.test(login))) throw badRequest('Invalid username(s), email(s), or ID(s)');
}

/** Lists live channels only, the most watched first. Without a filter, lists all of them. */
function streams(world: TwitchWorld, call: Call) {
  const ids = readIds(call, 'user_id');
  const logins = readMany(call, 'user_login');
  const gameIds = readIds(call, 'game_id');
  const languages = readMany(call, 'language');
  mustBeLogins(logins);
  // Both words mean the same, because all channels are live.
  readChoice(call, 'type', ['all', 'live']);
  const first = readFirst(call);
  const asked = ids.length + logins.length > 0 ? findPeople(world, ids, logins) : [...world.people.values()];
  const live = asked
    .flatMap((person) => (person.stream ? [{ person, stream: person.stream }] : []))
    .filter(({ person }) => gameIds.length === 0 || gameIds.includes(person.gameId))
    .filter(({ person }) => languages.length === 0 || languages.includes(person.language))
    .sort((left, right) => right.stream.viewers - left.stream.viewers);
  const { items, pagination } = cutPage(call, live, first);
  return answerJson(200, { data: items.map(({ person, stream }) => showStream(world, person, stream)), pagination });
}

function channels(world: TwitchWorld, call: Call) {
  const ids = readIds(call, 'broadcaster_id');
  if (ids.length === 0) throw badRequest('Missing required parameter "broadcaster_id"');
  return answerJson(200, { data: findPeople(world, ids, []).map((person) => showChannel(world, person)) });
}

function games(world: TwitchWorld, call: Call) {
  const ids = readIds(call, 'id');
  const names = readMany(call, 'name');
  // The IGDB database has none of the games here.
  const igdbIds = readIds(call, 'igdb_id');
  if (ids.length + names.length + igdbIds.length === 0) throw badRequest('Must provide game IDs or names');
  const found = [...world.games.values()].filter(({ id, name }) => ids.includes(id) || names.includes(name));
  return answerJson(200, { data: found.map((game) => showGame(world, game)) });
}

/** Sorted by current viewers. */
function topGames(world: TwitchWorld, call: Call) {
  const viewers = (id: string): number =>
    [...world.people.values()].reduce(
      (sum, { gameId, stream }) => sum + (gameId === id ? (stream?.viewers ?? 0) : 0),
      0,
    );
  const sorted = [...world.games.values()].sort((left, right) => viewers(right.id) - viewers(left.id));
  return gamePage(call, sorted, (game) => showGame(world, game));
}

/** Each search word begins a word of the name: https://dev.twitch.tv/docs/api/reference/#search-categories */
function searchGames(world: TwitchWorld, call: Call) {
  const wanted = needQuery(call).split(/\s+/);
  const hasAll = (name: string): boolean => {
    const words = name.toLowerCase().split(/\s+/);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  };
  return gamePage(
    call,
    [...world.games.values()].filter(({ name }) => hasAll(name)),
    (game) => showCategory(world, game),
  );
}

function gamePage(call: Call, found: readonly Game[], show: (game: Game) => object) {
  const { items, pagination } = cutPage(call, found, readFirst(call));
  return answerJson(200, { data: items.map(show), pagination });
}

function needQuery(call: Call): string {
  const wanted = (call.query.get('query') ?? '').toLowerCase();
  if (wanted === '') throw badRequest('Missing required parameter "query"');
  return wanted;
}

function search(world: TwitchWorld, call: Call) {
  const wanted = needQuery(call);
  const isLiveOnly = call.query.get('live_only') === 'true';
  const found = [...world.people.values()].filter(
    (person) =>
      (person.login.includes(wanted) || person.displayName.toLowerCase().includes(wanted)) &&
      (!isLiveOnly || person.stream !== null),
  );
  const { items, pagination } = cutPage(call, found, readFirst(call));
  return answerJson(200, { data: items.map((person) => showFound(world, person)), pagination });
}
