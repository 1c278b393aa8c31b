import { expect, test } from 'vitest';
import { nameBeingTyped, putPlaceholder, removePlaceholder, stepOver } from './caret.ts';

test.each([
  ['Hi {str', 7, { name: 'str', start: 3 }],
  ['{', 1, { name: '', start: 0 }],
  ['{streamer}', 10, null],
  ['Hi there', 8, null],
  ['{a b', 4, null],
])('in %j at %i', (text, caret, typed) => {
  expect(nameBeingTyped(text, caret)).toEqual(typed);
});

test.each([
  ['Hi {str', 7, { text: 'Hi {streamer}', caret: 13 }],
  ['Hi {str}!', 7, { text: 'Hi {streamer}!', caret: 13 }],
  ['Hi !', 3, { text: 'Hi {streamer}!', caret: 13 }],
  ['{title}', 0, { text: '{streamer}{title}', caret: 10 }],
])('a placeholder is put into %j at %i', (text, caret, edit) => {
  expect(putPlaceholder(text, caret, 'streamer')).toEqual(edit);
});

test('a placeholder is removed and stepped over as a whole', () => {
  expect(removePlaceholder('a{title}b', 8, 'before')).toEqual({ text: 'ab', caret: 1 });
  expect(removePlaceholder('a{title}b', 1, 'after')).toEqual({ text: 'ab', caret: 1 });
  expect(removePlaceholder('a{title}b', 4, 'before')).toBeNull();
  expect(stepOver('a{title}b', 8, 'before')).toBe(1);
  expect(stepOver('a{title}b', 1, 'after')).toBe(8);
  expect(stepOver('a{title}b', 0, 'after')).toBeNull();
});
