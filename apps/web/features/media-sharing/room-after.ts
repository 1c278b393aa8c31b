import type { MediaItem, MediaItemId, MediaRoom } from '@tally/contract/media-sharing/views';

const without = (items: readonly MediaItem[], itemId: MediaItemId): MediaItem[] =>
  items.filter((each) => each.itemId !== itemId);

/** Renumbers the places from 1 after a move. */
const placed = (items: readonly MediaItem[]): MediaItem[] => items.map((each, at) => ({ ...each, place: at + 1 }));

/** Removes a decided request from its list. The server assigns the place of an approved one. */
export const removed = (
  room: MediaRoom,
  { itemId, action }: { itemId: MediaItemId; action: 'approve' | 'refuse' | 'remove' | 'playNext' },
): MediaRoom => {
  if (action === 'playNext') return reordered(room, { itemId, before: room.queue[0]?.itemId ?? null });
  return { ...room, pending: without(room.pending, itemId), queue: placed(without(room.queue, itemId)) };
};

/** Moves a queued request before another one, or to the end. */
export function reordered(
  room: MediaRoom,
  { itemId, before }: { itemId: MediaItemId; before: MediaItemId | null },
): MediaRoom {
  const moved = room.queue.find((each) => each.itemId === itemId);
  if (!moved || itemId === before) return room;
  const others = without(room.queue, itemId);
  const at = before === null ? others.length : others.findIndex((each) => each.itemId === before);
  if (at < 0) return room;
  return { ...room, queue: placed([...others.slice(0, at), moved, ...others.slice(at)]) };
}

/** Returns the item before the new position of a moved item; null means the end. */
export const beforeAt = (queue: readonly MediaItem[], from: number, to: number): MediaItemId | null =>
  queue[to > from ? to + 1 : to]?.itemId ?? null;
