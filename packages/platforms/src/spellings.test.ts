import type { Platform } from '@tally/contract';
import { expect, test } from 'vitest';
import { platforms } from './registry.ts';

/** Returns the spellings to try for a typed name, in order. */
const tried = (platform: Platform, typed: string): unknown[] => {
  const definition = platforms.find(({ id }) => id === platform);
  const others = definition?.otherNamesIn?.(typed) ?? [];
  return [typed, ...others].map((name) => definition?.channelNameIn(name)).filter((name) => name !== null);
};

test.each([
  ['kick', 'Lumi_Vale', ['lumi_vale', 'lumi-vale', 'lumivale']],
  ['kick', ' @hana_no_ko ', ['hana_no_ko', 'hana-no-ko', 'hananoko']],
  ['kick', 'Lofi Girl', ['lofi-girl', 'lofigirl', 'lofi_girl']],
  ['kick', 'xqc', ['xqc']],
  ['twitch', 'Lofi Girl', ['lofigirl', 'lofi_girl']],
  ['twitch', 'lumi-vale', ['lumivale', 'lumi_vale']],
  ['youtube', 'Lofi Girl', ['lofigirl']],
  ['youtube', 'ひなた 工房', ['ひなた工房']],
  ['tiktok', 'Pixel Pastor', ['pixelpastor', 'pixel_pastor']],
  ['rumble', 'Quiet Pines', ['quietpines', 'quiet_pines']],
  ['rumble', 'c/Quiet_Pines', ['c/quiet_pines']],
  ['twitch', 'ひなた工房', []],
  ['kick', 'this is a sentence that a person has pasted', []],
  ['kick', 'https://kick.com/lumi_vale', ['lumi_vale']],
  ['kick', 'https://kick.com/video/2a1b', []],
  ['kick', 'https://kick.com/xqc/videos/2a1b', ['xqc']],
  ['twitch', 'https://www.twitch.tv/videos/123', []],
  ['twitch', 'https://m.twitch.tv/xqc/clip/Some', ['xqc']],
] as const)('on %s, %j is tried as %j', (platform, typed, names) => {
  expect(tried(platform, typed)).toEqual(names);
});
