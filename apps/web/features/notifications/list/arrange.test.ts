import type { JournalRow } from '@tally/contract/journal';
import type { DiscordGuildData } from '@tally/contract/servers';
import type { Streamer } from '@tally/contract/streamers';
import { expect, test } from 'vitest';
import { newestByStreamer } from '../signal.ts';
import { arranged, countShown, listed, rowKey } from './arrange.ts';

const streamer = (streamerUserName: string, more: object = {}) =>
  ({
    platform: 'kick',
    streamerUserName,
    displayName: null,
    notificationChannelId: '1',
    isCurrentlyLive: null,
    pauseReason: null,
    lastLive: null,
    ...more,
  }) as unknown as Streamer;

const detected = new Date('2026-11-21T08:00:00Z');
const delivery = (streamerUserName: string, tookMs: number | null, outcome: string) =>
  ({
    platform: 'kick',
    streamerUserName,
    outcome,
    times: { detected, sent: tookMs === null ? null : new Date(detected.getTime() + tookMs) },
  }) as unknown as JournalRow;

const discord = {
  channels: [
    { id: '1', name: 'live', validPermissions: true },
    { id: '2', name: 'locked', validPermissions: false },
  ],
} as unknown as DiscordGuildData;

const journal = [delivery('ada', 1_800, 'posted'), delivery('bob', 41_000, 'late'), delivery('eve', null, 'failed')];
const rows = listed(
  [
    streamer('eve'),
    streamer('bob', { displayName: 'Zoë' }),
    streamer('ada', { isCurrentlyLive: {} }),
    streamer('dan', { notificationChannelId: '2' }),
    streamer('cid', { notificationChannelId: null }),
    streamer('flo', { pauseReason: 'byOwner' }),
    streamer('gus', { notificationChannelId: '3' }),
    streamer('hal', { pauseReason: 'permissions' }),
  ],
  newestByStreamer(journal),
  discord,
);
const names = (view: Partial<Parameters<typeof arranged>[1]>) =>
  arranged(rows, { search: '', show: null, sort: 'live', ...view }).map((row) => row.streamer.streamerUserName);

test('who is live stands first, the others by the name that is shown', () => {
  expect(names({})).toEqual(['ada', 'cid', 'dan', 'eve', 'flo', 'gus', 'hal', 'bob']);
});

test('the slowest is found first, and what was never posted stands at the end', () => {
  expect(names({ sort: 'took' }).slice(0, 2)).toEqual(['bob', 'ada']);
  expect(names({ sort: 'last' }).slice(0, 2)).toEqual(['bob', 'ada']);
});

test('a search finds the shown and the real name, whatever the case', () => {
  expect(names({ search: 'ZO' })).toEqual(['bob']);
  expect(names({ search: ' Bob ' })).toEqual(['bob']);
  expect(names({ search: 'nobody' })).toEqual([]);
});

test('broken is what does not reach its channel, and not what somebody switched off', () => {
  expect(names({ show: 'broken' })).toEqual(['dan', 'eve', 'gus', 'hal']);
});

test('whoever wears the badge of a pause is counted as paused, whatever the reason', () => {
  expect(names({ show: 'paused' })).toEqual(['flo', 'hal']);
  expect(countShown(rows)).toEqual({ live: 1, paused: 2, broken: 4, noChannel: 1 });
});

test('a message that failed for want of a permission breaks nobody any more once the permission is back', () => {
  const failed = (reason: string) => ({ ...delivery('eve', null, 'failed'), reason }) as unknown as JournalRow;
  const isBroken = (reason: string) =>
    listed([streamer('eve')], newestByStreamer([failed(reason)]), discord)[0]?.is.broken;
  expect(isBroken('missingPermission')).toBe(false);
  // What is wrong with the message itself stays wrong.
  expect(isBroken('refused')).toBe(true);
});

test('while Discord has not answered, no channel counts as missing', () => {
  const [row] = listed([streamer('gus', { notificationChannelId: '3' })], new Map(), undefined);
  expect(row?.is.broken).toBe(false);
});

test('two namesakes on Rumble are two rows', () => {
  const one = streamer('ada', { platform: 'rumble', type: 'user' });
  expect(rowKey(one)).not.toBe(rowKey({ ...one, type: 'channel' } as Streamer));
});
