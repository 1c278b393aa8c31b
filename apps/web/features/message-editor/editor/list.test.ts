import { expect, test } from 'vitest';
import { moveAt, removeAt, replaceAt } from './list.ts';

test('things move, change and go, and the list that was stays as it was', () => {
  const list = [{ n: 1 }, { n: 2 }, { n: 3 }] as const;
  expect(moveAt(list, 0, 1).map(({ n }) => n)).toEqual([2, 1, 3]);
  expect(moveAt(list, 0, -1)).toBe(list);
  expect(moveAt(list, 2, 1)).toBe(list);
  expect(replaceAt<{ n: number }>(list, 1, { n: 9 }).map(({ n }) => n)).toEqual([1, 9, 3]);
  expect(removeAt(list, 1).map(({ n }) => n)).toEqual([1, 3]);
});
