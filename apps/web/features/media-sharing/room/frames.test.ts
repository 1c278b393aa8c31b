import { expect, test } from 'vitest';
import { frameAddress, tiktokCommands } from './frames.ts';

const players = { youtube: 'https://www.youtube-nocookie.com', tiktok: 'https://www.tiktok.com' };

test('a preview is silent, and sets no cookie', () => {
  const youtube = new URL(frameAddress({ provider: 'youtube', videoId: 'dQw4w9WgXcQ' }, players));
  expect([youtube.origin, youtube.pathname]).toEqual(['https://www.youtube-nocookie.com', '/embed/dQw4w9WgXcQ']);
  expect(youtube.searchParams.get('mute')).toBe('1');
  const tiktok = new URL(frameAddress({ provider: 'tiktok', videoId: '6718335390845095173' }, players));
  expect(tiktok.pathname).toBe('/player/v1/6718335390845095173');
  // A TikTok frame cannot start muted, so it must wait for the mute command.
  expect(tiktok.searchParams.get('autoplay')).toBe('0');
});

test('an id never leads to another site', () => {
  for (const videoId of ['../../evil', '?autoplay=1', '#x', '//evil.example', 'a/b\\c']) {
    for (const provider of ['youtube', 'tiktok'] as const) {
      const address = new URL(frameAddress({ provider, videoId }, players));
      expect(address.origin).toBe(players[provider]);
      expect(address.pathname.split('/')).toHaveLength(provider === 'youtube' ? 3 : 4);
      expect(address.hash).toBe('');
    }
  }
});

test('TikTok is muted as soon as it listens, and before it plays', () => {
  const said = tiktokCommands({ type: 'onPlayerReady', 'x-tiktok-player': true });
  expect(said.map((each) => Reflect.get(each, 'type'))).toEqual(['mute', 'play']);
  expect(tiktokCommands({ type: 'onPlayerReady' })).toEqual([]);
  expect(tiktokCommands({ type: 'onStateChange', 'x-tiktok-player': true })).toEqual([]);
  for (const noise of [null, undefined, 'onPlayerReady', 7]) expect(tiktokCommands(noise)).toEqual([]);
});
