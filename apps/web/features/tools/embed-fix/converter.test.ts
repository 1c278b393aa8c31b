import { expect, it } from 'vitest';
import { pageIn } from './converter.tsx';

it.each(['xqc', ' @xQc ', 'kick.com/xqc', 'https://kick.com/xqc?ref=a'])('%s is a channel', (text) => {
  expect(pageIn(text)).toEqual({ kind: 'channel', channel: 'xqc' });
});

it.each(['', 'two words', 'twitch.tv/xqc', 'x'])('“%s” is not a link', (text) => {
  expect(pageIn(text)).toBeNull();
});
