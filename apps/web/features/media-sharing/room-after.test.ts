import { expect, test } from 'vitest';
import { beforeAt, removed, reordered } from './room-after.ts';
import { item, room } from './sample-room.ts';

const queue = ['a', 'b', 'c', 'd'].map((id, at) => item({ itemId: id, state: 'queued', place: at + 1 }));
const full = room({ queue, pending: [item({ itemId: 'p' }), item({ itemId: 'q' })] });
const order = (of: typeof full) => of.queue.map(({ itemId, place }) => `${itemId}${place}`).join(' ');
const id = (name: string) => item({ itemId: name }).itemId;

test('a request moves before another one or to the end, and positions are counted again', () => {
  expect(order(reordered(full, { itemId: id('d'), before: id('b') }))).toBe('a1 d2 b3 c4');
  expect(order(reordered(full, { itemId: id('a'), before: null }))).toBe('b1 c2 d3 a4');
});

test('a deleted request moves nothing', () => {
  expect(reordered(full, { itemId: id('x'), before: id('b') })).toBe(full);
  expect(reordered(full, { itemId: id('a'), before: id('x') })).toBe(full);
  expect(reordered(full, { itemId: id('a'), before: id('a') })).toBe(full);
});

test('a position in the list is expressed as the item after it', () => {
  expect(beforeAt(queue, 3, 1)).toBe('b');
  expect(beforeAt(queue, 0, 2)).toBe('d');
  expect(beforeAt(queue, 0, 3)).toBeNull();
  for (const [from, to] of [
    [3, 1],
    [0, 2],
    [0, 3],
    [2, 0],
    [1, 2],
  ] as const) {
    const after = reordered(full, { itemId: queue[from]?.itemId ?? id('x'), before: beforeAt(queue, from, to) });
    expect(after.queue[to]?.itemId).toBe(queue[from]?.itemId);
  }
});

test('a decided request leaves the list at once', () => {
  expect(removed(full, { itemId: id('p'), action: 'approve' }).pending.map(({ itemId }) => itemId)).toEqual(['q']);
  expect(order(removed(full, { itemId: id('b'), action: 'remove' }))).toBe('a1 c2 d3');
  expect(order(removed(full, { itemId: id('c'), action: 'playNext' }))).toBe('c1 a2 b3 d4');
});
