import { highestPriority } from '@tally/contract/overrides/bodies';
import { expect, test } from 'vitest';
import { byPriority, freePriority, reordered } from './priorities.ts';

const rule = (name: string, priorityOnConflict: number) => ({ name, priorityOnConflict });
const rules = [rule('low', 1), rule('high', 50), rule('middle', 7)];
const shown = (list: readonly { name: string; priorityOnConflict: number }[]) =>
  list.map((each) => `${each.name} ${each.priorityOnConflict}`);

test('the winning rule comes first', () => {
  expect(shown(byPriority(rules))).toEqual(['high 50', 'middle 7', 'low 1']);
});

test('a moved rule gets the number of its new place, and the others shift', () => {
  expect(shown(reordered(rules, 2, 0))).toEqual(['low 50', 'high 7', 'middle 1']);
  expect(shown(reordered(rules, 0, 1))).toEqual(['middle 50', 'high 7', 'low 1']);
});

test('a move beyond the ends stops there, and nothing is lost', () => {
  expect(shown(reordered(rules, 0, 9))).toEqual(['middle 50', 'low 7', 'high 1']);
  expect(shown(reordered(rules, 5, 0))).toEqual(['high 50', 'middle 7', 'low 1']);
});

test('a new rule wins over the others; if the highest number is in use, it gets the next free one', () => {
  expect(freePriority([])).toBe(10);
  expect(freePriority(rules)).toBe(60);
  expect(freePriority([rule('a', highestPriority), rule('b', highestPriority - 1)])).toBe(highestPriority - 2);
});
