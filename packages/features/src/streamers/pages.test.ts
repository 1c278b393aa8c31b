import { expect, it } from 'vitest';
import { pageOf } from './service/address.ts';
import type { StreamerRow } from './tables.ts';

const row = (platform: StreamerRow['platform'], name: string, channelId = name) =>
  ({ platform, name, channelId }) as StreamerRow;

it.each([
  ['one streamer', [row('kick', 'ada')], '/notifications/kick/ada'],
  [
    'one of two with a name on Rumble',
    [row('rumble', 'ada b', 'c/ada b')],
    '/notifications/rumble/ada%20b?rumbleType=channel',
  ],
  ['several of a platform', [row('kick', 'ada'), row('kick', 'bob')], '/notifications/kick'],
  ['several platforms', [row('kick', 'ada'), row('twitch', 'ada')], '/notifications'],
])('the bell leads to what it tells of: %s', (_, streamers, path) => expect(pageOf(streamers)).toBe(path));
