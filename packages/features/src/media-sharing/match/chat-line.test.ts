import { expect, test } from 'vitest';
import { commandIn } from './chat-line.ts';

test.each([
  ['!sr https://youtu.be/x', '!', { command: 'sr', argument: 'https://youtu.be/x' }],
  ['  !SR  two  words ', '!', { command: 'SR', argument: 'two  words' }],
  ['!skip', '!', { command: 'skip', argument: '' }],
  ['!skip \u{e0000}', '!', { command: 'skip', argument: '' }],
  ['\u200e!skip', '!', { command: 'skip', argument: '' }],
  ['Tv!sr x', 'tv!', { command: 'sr', argument: 'x' }],
  ['؟اغنية x', '؟', { command: 'اغنية', argument: 'x' }],
  ['!', '!', null],
  ['! sr x', '!', null],
  ['hello !sr x', '!', null],
  ['', '!', null],
])('%s with %s', (text, prefix, command) => expect(commandIn(text, prefix)).toEqual(command));
