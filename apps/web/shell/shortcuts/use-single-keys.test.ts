import { expect, test } from 'vitest';
import { keyOf } from './use-single-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };

test.each([
  ['x', 'KeyX', 'x'],
  ['X', 'KeyX', 'x'],
  ['ء', 'KeyX', 'x'],
  ['?', 'Slash', '?'],
  ['؟', 'Slash', '?'],
  ['Escape', 'Escape', 'escape'],
  ['Enter', 'Enter', null],
  ['5', 'Digit5', null],
] as const)('%s on %s is %s', (key, code, expected) => {
  expect(keyOf({ ...none, key, code })).toBe(expected);
});

test('with a modifier it is something else, and while a word is being composed it is nothing', () => {
  expect(keyOf({ ...none, key: 'n', code: 'KeyN', ctrlKey: true })).toBeNull();
  expect(keyOf({ ...none, key: 'n', code: 'KeyN', metaKey: true })).toBeNull();
  expect(keyOf({ ...none, key: 'n', code: 'KeyN', isComposing: true })).toBeNull();
});
