import type { JournalRow } from '@tally/contract/notifications/journal';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
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

test('live creators come first, the others follow by the displayed name', () => {
  expect(names({})).toEqual(['ada', 'cid', 'dan', 'eve', 'flo', 'gus', 'hal', 'bob']);
});

test('the slowest comes first, and never posted ones come last', () => {
  expect(names({ sort: 'took' }).slice(0, 2)).toEqual(['bob', 'ada']);
  expect(names({ sort: 'last' }).slice(0, 2)).toEqual(['bob', 'ada']);
});

test('a search matches the displayed and the real name, in any case', () => {
  expect(names({ search: 'ZO' })).toEqual(['bob']);
  expect(names({ search: ' Bob ' })).toEqual(['bob']);
  expect(names({ search: 'nobody' })).toEqual([]);
});

test('broken means that messages fail, not that a person switched them off', () => {
  expect(names({ show: 'broken' })).toEqual(['dan', 'eve', 'gus', 'hal']);
});

test('a badge of a pause counts as paused, for any reason', () => {
  expect(names({ show: 'paused' })).toEqual(['flo', 'hal']);
  expect(countShown(rows)).toEqual({ live: 1, paused: 2, broken: 4, noChannel: 1 });
});

test('a message that lacked a permission is no longer broken once the permission is back', () => {
  const failed = (reason: string) => ({ ...delivery('eve', null, 'failed'), reason }) as unknown as JournalRow;
  const isBroken = (reason: string) =>
    listed([streamer('eve')], newestByStreamer([failed(reason)]), discord)[0]?.is.broken;
  expect(isBroken('missingPermission')).toBe(false);
  // An error in the message itself still counts.
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
