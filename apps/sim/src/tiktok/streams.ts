/** The actions of creators. TikTok pushes nothing, so clients must poll. */
import { createId, type Person, type Room, type TikTokWorld, type Upload } from './world.ts';

export function goLive(world: TikTokWorld, person: Person, options: { title?: string; viewers?: number } = {}): Room {
  if (person.room) return person.room;
  forgetDrop(person, world);
  const startedAt = world.doors.now();
  person.title = options.title ?? person.title;
  const room: Room = {
    id: createId(world, startedAt),
    startedAt,
    endedAt: null,
    viewers: options.viewers ?? Math.max(3, Math.round(person.followers / 900)),
    title: person.title,
  };
  person.room = room;
  tell(world, person, 'went live');
  return room;
}

export function endRoom(world: TikTokWorld, person: Person): void {
  const room = person.room ?? person.dropped?.room;
  person.dropped?.cancel();
  person.dropped = null;
  person.room = null;
  if (!room) return;
  room.endedAt = world.doors.now();
  person.past.unshift(room);
}

/** A dropped stream that never returned ends when the next one starts. */
function forgetDrop(person: Person, world: TikTokWorld): void {
  if (person.dropped) endRoom(world, person);
}

/** Drops the connection: the room reports the end, and minutes later it or a new one is live. */
export function dropRoom(
  world: TikTokWorld,
  person: Person,
  options: { minutes: number; returnsAs: 'same room' | 'new room' | 'nothing' },
): void {
  const { room } = person;
  if (!room) return;
  if (options.returnsAs === 'nothing') return endRoom(world, person);
  const comeBack = (): void => {
    if (options.returnsAs === 'same room') {
      person.dropped = null;
      person.room = room;
    } else {
      endRoom(world, person);
      goLive(world, person, { viewers: room.viewers });
    }
    world.doors.changed('drop');
  };
  person.room = null;
  person.dropped = { room, cancel: world.doors.later(options.minutes * 60_000, comeBack) };
}

export function changeTitle(person: Person, title: string): void {
  person.title = title;
  if (person.room) person.room.title = title;
}

export function uploadVideo(
  world: TikTokWorld,
  person: Person,
  about: { text: string; seconds?: number; createdAt?: Date; isPinned?: boolean },
): Upload {
  const createdAt = about.createdAt ?? world.doors.now();
  const upload: Upload = {
    id: createId(world, createdAt),
    text: about.text,
    createdAt,
    seconds: about.seconds ?? 31,
    plays: Math.round(person.followers / 12),
    isPinned: about.isPinned ?? false,
  };
  person.uploads.push(upload);
  person.uploads.sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime());
  if (about.createdAt === undefined) tell(world, person, 'posted a video');
  return upload;
}

const tell = (world: TikTokWorld, person: Person, what: string): void =>
  world.doors.tell('SIGNAL', { subject: person.uniqueId, name: person.nickname, what });
