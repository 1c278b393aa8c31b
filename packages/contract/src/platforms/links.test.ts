import { expect, test } from 'vitest';
import { readPastedLink } from './links.ts';

test.each([
  ['https://kick.com/xqc', 'kick'],
  ['  HTTPS://WWW.Twitch.TV/xqc ', 'twitch'],
  ['m.twitch.tv/xqc', 'twitch'],
  ['youtu.be/dQw4w9WgXcQ', 'youtube'],
  ['https://vm.tiktok.com/ZM1', 'tiktok'],
  ['rumble.com/c/somebody', 'rumble'],
  ['https://example.org/kick.com', null],
  ['creators.live/somebody', null],
  ['https://kick.com.evil.example/x', null],
  ['https://kick.com@evil.example/x', null],
])('%s leads to %s', (text, platform) => {
  expect(readPastedLink(text)?.platform).toBe(platform);
});

test.each(['xqc', '@xqc', 'some.name', 'c/somebody', 'xqc@kick.com', '', 'https://', '\ud800'])(
  '%j is no link',
  (text) => {
    expect(readPastedLink(text)).toBeNull();
  },
);
