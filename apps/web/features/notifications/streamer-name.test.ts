import { expect, test } from 'vitest';
import { readStreamerName } from './streamer-name.ts';

test.each([
  ['xqc', 'kick', 'xqc'],
  ['  @xqc ', 'kick', 'xqc'],
  ['https://kick.com/xqc', 'kick', 'xqc'],
  ['kick.com/xqc/videos?sort=new', 'kick', 'xqc'],
  ['https://www.twitch.tv/some_one', 'twitch', 'some_one'],
  ['https://www.youtube.com/@Some.One/streams', 'youtube', 'Some.One'],
  ['https://youtube.com/channel/UCabc-123', 'youtube', 'UCabc-123'],
  ['https://www.tiktok.com/@some.one/live', 'tiktok', 'some.one'],
  ['some.one', 'tiktok', 'some.one'],
] as const)('%s on %s is %s', (typed, platform, name) => {
  expect(readStreamerName(typed, platform)).toEqual({ kind: 'name', name });
});

test.each([
  ['https://rumble.com/c/SomeOne', 'channel'],
  ['rumble.com/user/SomeOne', 'user'],
] as const)('%s says which of two namesakes on Rumble is meant', (typed, rumbleType) => {
  expect(readStreamerName(typed, 'rumble')).toEqual({ kind: 'name', name: 'SomeOne', rumbleType });
});

test('a link of another platform says which', () => {
  expect(readStreamerName('https://twitch.tv/xqc', 'kick')).toEqual({ kind: 'other', platform: 'twitch' });
});

test.each(['', '  ', 'two words', 'https://kick.com/', 'https://example.com/xqc', '..', 'a/b'])(
  '%j is unclear',
  (typed) => {
    expect(readStreamerName(typed, 'kick')).toEqual({ kind: 'unclear' });
  },
);
