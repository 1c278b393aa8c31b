import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import { ServerId } from '@tally/contract/wire/ids';
import { expect, test } from 'vitest';
import { groupStopped } from './use-stopped.ts';

const streamer = (over: Partial<LiveStreamer>): LiveStreamer => ({
  platform: 'kick',
  guildId: ServerId.parse('100000000000000001'),
  streamerUserName: 'ada',
  displayName: null,
  streamerId: '42',
  avatarUrl: null,
  startedAt: new Date('2026-05-01T10:00:00Z'),
  stoppedDelivery: null,
  ...over,
});

test('a message for several channels is offered once, and names each of them once', () => {
  const joint = { stoppedDelivery: 'joint' };
  const live = [
    streamer({}),
    streamer({ ...joint, displayName: 'Ada' }),
    streamer({ ...joint, platform: 'twitch', displayName: 'Ada' }),
    streamer({ ...joint, platform: 'youtube', displayName: 'Ada Lovelace' }),
    streamer({ stoppedDelivery: 'alone', streamerUserName: 'bob' }),
  ];
  expect(groupStopped(live)).toEqual([
    { deliveryId: 'joint', names: ['Ada', 'Ada Lovelace'] },
    { deliveryId: 'alone', names: ['bob'] },
  ]);
});
