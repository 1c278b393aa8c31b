import { expect, it } from 'vitest';
import { pageOfStreamers } from './namesakes.ts';
import type { Platform } from './platform.ts';

const row = (platform: Platform, name: string, channelId = name) => ({ platform, name, channelId });

it.each([
  ['one streamer', [row('kick', 'ada')], '/notifications/kick/ada'],
  [
    'one of two with a name on Rumble',
    [row('rumble', 'ada b', 'c/ada b')],
    '/notifications/rumble/ada%20b?rumbleType=channel',
  ],
  ['several of a platform', [row('kick', 'ada'), row('kick', 'bob')], '/notifications/kick'],
  ['several platforms', [row('kick', 'ada'), row('twitch', 'ada')], '/notifications'],
])('the bell links to the subject of its notification: %s', (_, streamers, path) =>
  expect(pageOfStreamers(streamers)).toBe(path),
);
