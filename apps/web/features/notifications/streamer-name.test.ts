import { expect, test } from 'vitest';
import { MOST_NAMES, readStreamerName, readStreamerNames } from './streamer-name.ts';

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
  ['https://rumble.com/c/SomeOne', 'c/SomeOne'],
  ['rumble.com/user/SomeOne', 'user/SomeOne'],
] as const)('%s says which of two namesakes on Rumble is meant', (typed, name) => {
  expect(readStreamerName(typed, 'rumble')).toEqual({ kind: 'name', name });
});

test('a link of another platform names a creator there', () => {
  expect(readStreamerName('https://twitch.tv/xqc', 'kick')).toEqual({ kind: 'name', name: 'xqc', platform: 'twitch' });
  const onRumble = { kind: 'name', name: 'c/SomeOne', platform: 'rumble' };
  expect(readStreamerName('https://rumble.com/c/SomeOne', 'kick')).toEqual(onRumble);
});

test.each(['', '  ', 'https://kick.com/', 'https://example.com/xqc', '..', 'a/b'])('%j is unclear', (typed) => {
  expect(readStreamerName(typed, 'kick')).toEqual({ kind: 'unclear' });
});

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
  ['https://youtu.be/dQw4w9WgXcQ', 'youtube'],
  ['youtube.com/shorts/abc', 'youtube'],
  ['https://vm.tiktok.com/ZMabc/', 'tiktok'],
  ['https://www.tiktok.com/t/ZMabc/', 'tiktok'],
  ['https://clips.twitch.tv/SomeClip', 'twitch'],
  ['https://www.twitch.tv/videos/123', 'twitch'],
  ['https://rumble.com/v5abcd1-some-title.html', 'rumble'],
] as const)('%s leads to a video and names nobody', (typed, platform) => {
  expect(readStreamerName(typed, platform)).toEqual({ kind: 'nameless' });
});

test('a short link of another platform names no one', () => {
  expect(readStreamerName('https://youtu.be/dQw4w9WgXcQ', 'kick')).toEqual({ kind: 'nameless' });
});

test('a name that only begins like a word of an address is a name', () => {
  expect(readStreamerName('twitch.tv/videogamer', 'twitch')).toEqual({ kind: 'name', name: 'videogamer' });
  expect(readStreamerName('watch', 'youtube')).toEqual({ kind: 'name', name: 'watch' });
  expect(readStreamerName('rumble.com/vera', 'rumble')).toEqual({ kind: 'name', name: 'vera' });
});

const typedNames = (text: string) =>
  readStreamerNames(text, 'kick').names.map(({ typed, read }) => (read.kind === 'name' ? read.name : typed));

test('several at once, with any separators, and without duplicates', () => {
  expect(typedNames('ada, bob\nhttps://kick.com/cid  @ADA;bob،dan')).toEqual(['ada', 'bob', 'cid', 'dan']);
  expect(typedNames('https://twitch.tv/ada\nada')).toEqual(['ada', 'ada']);
  expect(typedNames(' \n ,')).toEqual([]);
});

test('a space does not end a name, and is left for the server to understand', () => {
  const { names } = readStreamerNames(' Harbor Radio,ada', 'rumble');
  expect(names.map(({ typed, read }) => [typed, read])).toEqual([
    ['Harbor Radio', { kind: 'name', name: 'Harbor Radio' }],
    ['ada', { kind: 'name', name: 'ada' }],
  ]);
});

test('a pasted megabyte is cut, and says so', () => {
  const read = readStreamerNames(Array.from({ length: 200_000 }, (_, each) => `n${each}`).join('\n'), 'kick');
  expect(read.names).toHaveLength(MOST_NAMES);
  expect(read.isCut).toBe(true);
});
