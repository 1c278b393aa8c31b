import type { Answer, Question, Snapshot } from '@tally/kernel';
import type { Desk } from './desk.ts';
import { askSources } from './look.ts';
import { readMemory, roomToKeep, type TikTokMemory, writeMemory } from './memory.ts';
import { askRoom, checkRooms } from './rooms.ts';
import { liveIn, type SeenChannel, stateOf } from './tiktok.external.ts';
import { listNewVideos } from './videos.ts';

export const MOST_CHANNELS = 20;
/** How many channels are checked in parallel. */
const LANES = 4;

/** The result of the check for a stream. */
export interface Seen {
  readonly snapshot: Snapshot;
  readonly memory: TikTokMemory;
  readonly name?: NonNullable<Answer['name']>;
  readonly isPrivate?: boolean;
  readonly askAgainAt?: Date;
}

/** Checks previously live rooms in one call and all other channels one by one. TikTok's failures never throw. */
export async function ask(desk: Desk, questions: readonly Question[]): Promise<readonly Answer[]> {
  const known = questions.map((question) => ({ question, memory: readMemory(question.memory) }));
  const isAlive = await checkRooms(
    desk,
    known.flatMap(({ memory }) => memory.room?.id ?? []),
  );
  return await inLanes(known, ({ question, memory }) =>
    answer(desk, question, memory, memory.room ? isAlive.get(memory.room.id) : undefined),
  );
}

async function answer(
  desk: Desk,
  question: Question,
  memory: TikTokMemory,
  isRoomAlive: boolean | undefined,
): Promise<Answer> {
  const seen =
    isRoomAlive && memory.room
      ? await askRoom(desk, question, memory)
      : await lookAround(desk, question, memory, isRoomAlive);
  const videos = seen.isPrivate ? { memory: seen.memory } : await listNewVideos(desk, question, seen);
  return {
    snapshot: seen.snapshot,
    memory: writeMemory(videos.memory),
    ...(seen.name ? { name: seen.name } : {}),
    ...('videos' in videos && videos.videos ? { videos: videos.videos } : {}),
    ...(seen.askAgainAt ? { askAgainAt: seen.askAgainAt } : {}),
  };
}

async function lookAround(
  desk: Desk,
  question: Question,
  memory: TikTokMemory,
  isRoomAlive: boolean | undefined,
): Promise<Seen> {
  const { channelId } = question;
  const look = await askSources(desk, question, memory);
  // The room's own state counts: that broadcast is over, even if pages still show it.
  const isOver = isRoomAlive === false;
  if (look.kind === 'trouble') {
    const seen = { snapshot: unknown(channelId, look.reason), memory: look.memory };
    return {
      ...(isOver ? over(channelId, look.memory) : seen),
      ...(look.askAgainAt ? { askAgainAt: look.askAgainAt } : {}),
    };
  }
  const { person, status, room } = look.seen;
  const kept = { ...look.memory, name: person.name, secUid: person.secUid ?? memory.secUid };
  const { name, displayName, avatarUrl } = person;
  const base = { name: { name, displayName, avatarUrl }, isPrivate: person.isPrivate };
  const state = person.isPrivate ? 'unknown' : stateOf(status);
  if (state === 'live' && room && !(isOver && room.id === memory.room?.id)) {
    const live = roomToKeep(memory.room, room, desk.doors.clock.now());
    return { ...base, snapshot: liveIn(channelId, person.name, live), memory: { ...kept, room: live } };
  }
  if (state === 'offline' || (state === 'unknown' && isOver)) return { ...base, ...over(channelId, kept) };
  return { ...base, snapshot: unknown(channelId, whyUnclear(look.seen)), memory: kept };
}

const over = (channelId: string, memory: TikTokMemory): Pick<Seen, 'snapshot' | 'memory'> => ({
  snapshot: { state: 'offline', channelId },
  memory: { ...memory, room: null },
});

function whyUnclear({ person, status, room }: SeenChannel): string {
  if (person.isPrivate) return 'the account is private';
  if (!room) return 'a live room without an id';
  // A page may be older than the response about the room.
  return stateOf(status) === 'live' ? 'the page and the room disagree' : `a room in state ${status ?? 'none'}`;
}

export const unknown = (channelId: string, reason: string): Snapshot => ({ state: 'unknown', channelId, reason });

/** Runs the items in order, a few at a time. */
async function inLanes<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await run(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
  return results;
}
