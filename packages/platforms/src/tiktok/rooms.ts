import type { Question } from '@tally/kernel';
import { runChain } from './chain.ts';
import type { Desk } from './desk.ts';
import { roomToKeep, type TikTokMemory } from './memory.ts';
import type { Seen } from './poll.ts';
import { liveIn, type SeenRoom, stateOf } from './tiktok.external.ts';

const MOST_ROOMS = 50;

/**
 * Checks whether each broadcast is still on. It is the only call for many channels at once. A room that is missing from
 * the response is unknown.
 */
export async function checkRooms(desk: Desk, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const { client, health } = desk;
  const strategies = [{ id: 'room batch', read: (batch: readonly string[]) => client.aliveRooms(batch) }];
  const alive = new Map<string, boolean>();
  for (let from = 0; from < ids.length; from += MOST_ROOMS) {
    const batch = ids.slice(from, from + MOST_ROOMS);
    const read = await runChain(strategies, health, batch);
    if (read.kind !== 'told') continue;
    for (const { id, isAlive } of read.data.data) if (batch.includes(id)) alive.set(id, isAlive);
  }
  return alive;
}

/** Returns the details of a running room. If they cannot be loaded, the known ones stay. */
export async function askRoom(desk: Desk, { channelId, name }: Question, memory: TikTokMemory): Promise<Seen> {
  const { client, health, doors } = desk;
  const known = memory.room as NonNullable<TikTokMemory['room']>;
  const strategies = [{ id: 'room details', read: (id: string) => client.roomInfo(id) }];
  const read = await runChain(strategies, health, known.id);
  if (read.kind === 'told' && read.data.ownerId === channelId && isSame(read.data, known)) {
    const { data } = read;
    const room = roomToKeep(known, data.room, doors.clock.now());
    return {
      snapshot: liveIn(channelId, data.name, room),
      memory: { ...memory, room, name: data.name, secUid: data.secUid ?? memory.secUid },
      name: { name: data.name, displayName: data.displayName },
    };
  }
  return { snapshot: liveIn(channelId, memory.name ?? name ?? channelId, known), memory };
}

const isSame = (told: { status: number; room: SeenRoom }, known: { readonly id: string }): boolean =>
  told.room.id === known.id && stateOf(told.status) === 'live';
