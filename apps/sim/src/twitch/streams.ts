/** The actions of creators. Each step changes the state and sends its EventSub messages. */
import type { Drop } from '../platform/controls.ts';
import { emit } from './eventsub.ts';
import { getGame, type Person, type Stream, type TwitchWorld } from './world.ts';

export function goLive(
  world: TwitchWorld,
  person: Person,
  options: { title?: string; gameId?: string; viewers?: number } = {},
): Stream {
  if (person.stream) return person.stream;
  cancelDrop(person);
  const isChanged = setChannel(world, person, options);
  const stream: Stream = {
    id: String((world.nextNumber += 1)),
    videoId: String((world.nextNumber += 1) - 39_000_000_000),
    startedAt: wholeSecond(world.doors.now()),
    endedAt: null,
    viewers: options.viewers ?? Math.max(7, Math.round(person.followers / 90)),
    title: person.title,
  };
  person.stream = stream;
  world.doors.tell('SIGNAL', { subject: person.login, name: person.displayName, what: 'went live' });
  if (isChanged) pushUpdate(world, person);
  pushOnline(world, person, stream);
  return stream;
}

export function endStream(world: TwitchWorld, person: Person): void {
  const stream = person.stream ?? person.dropped?.stream ?? null;
  const wasShown = person.stream !== null;
  cancelDrop(person);
  if (!stream) return;
  person.stream = null;
  stream.endedAt = wholeSecond(world.doors.now());
  person.past.unshift(stream);
  if (wasShown) pushOffline(world, person);
}

/** Drops the connection: Twitch reports "offline", and minutes later the same stream or a new one is live. */
export function dropStream(world: TwitchWorld, person: Person, options: Drop): void {
  const { stream } = person;
  if (!stream) return;
  if (options.returnsAs === 'nothing') return endStream(world, person);
  person.stream = null;
  const comeBack = (): void => {
    person.dropped = null;
    if (options.returnsAs === 'new stream') {
      stream.endedAt = wholeSecond(world.doors.now());
      person.past.unshift(stream);
      goLive(world, person, { viewers: stream.viewers });
      return;
    }
    person.stream = stream;
    pushOnline(world, person, stream);
  };
  person.dropped = { stream, cancel: world.doors.later(options.minutes * 60_000, comeBack) };
  pushOffline(world, person);
}

function cancelDrop(person: Person): void {
  person.dropped?.cancel();
  person.dropped = null;
}

export function changeChannel(world: TwitchWorld, person: Person, change: { title?: string; gameId?: string }): void {
  if (setChannel(world, person, change)) pushUpdate(world, person);
}

function setChannel(world: TwitchWorld, person: Person, change: { title?: string; gameId?: string }): boolean {
  const title = change.title ?? person.title;
  const gameId = change.gameId === undefined ? person.gameId : getGame(world, change.gameId).id;
  const isChanged = title !== person.title || gameId !== person.gameId;
  person.title = title;
  person.gameId = gameId;
  if (person.stream) person.stream.title = title;
  return isChanged;
}

const broadcaster = (person: Person) => ({
  broadcaster_user_id: person.userId,
  broadcaster_user_login: person.login,
  broadcaster_user_name: person.displayName,
});

function pushOnline(world: TwitchWorld, person: Person, stream: Stream): void {
  emit(world, person, 'stream.online', {
    id: stream.id,
    ...broadcaster(person),
    type: 'live',
    started_at: stream.startedAt.toISOString().replace(/\.\d{3}Z$/, 'Z'),
  });
}

const pushOffline = (world: TwitchWorld, person: Person): void =>
  emit(world, person, 'stream.offline', broadcaster(person));

function pushUpdate(world: TwitchWorld, person: Person): void {
  emit(world, person, 'channel.update', {
    ...broadcaster(person),
    title: person.title,
    language: person.language,
    category_id: person.gameId,
    category_name: getGame(world, person.gameId).name,
    content_classification_labels: [],
  });
}

const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);
