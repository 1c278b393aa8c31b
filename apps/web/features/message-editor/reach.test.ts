import { aboutPlatforms, platforms } from '@tally/contract/platforms/words';
import { expect, test } from 'vitest';
import { sentTypes, unwatched } from './reach.ts';

test('hides nothing while the answer is unknown', () => {
  expect(sentTypes('kick', undefined)).toEqual(['kickLive', 'kickOffline', 'clip', 'vod', 'kickBuiltInClip']);
  expect(sentTypes('twitch', undefined)).toEqual(['twitchLive', 'twitchOffline', 'clip', 'vod']);
});

test('hides messages about unwatched clips or recordings, and says what is missing', () => {
  const none = { clips: false, vods: false };
  expect(sentTypes('kick', none)).toEqual(['kickLive', 'kickOffline', 'clip']);
  expect(sentTypes('twitch', { clips: false, vods: true })).toEqual(['twitchLive', 'twitchOffline', 'vod']);
  expect(unwatched('kick', none)).toEqual(['clips', 'vods']);
  expect(unwatched('kick', { clips: false, vods: true })).toEqual(['clips']);
  expect(unwatched('kick', undefined)).toEqual([]);
});

test('a platform that has neither misses nothing', () => {
  const without = platforms.filter((platform) => unwatched(platform, { clips: false, vods: false }).length === 0);
  const kindsOf = (platform: (typeof platforms)[number]): readonly string[] => aboutPlatforms[platform].messages;
  expect(without).toEqual(platforms.filter((each) => !kindsOf(each).some((kind) => kind === 'clip' || kind === 'vod')));
  expect(without).toContain('rumble');
});
