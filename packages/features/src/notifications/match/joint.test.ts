import { ChannelId, ServerId } from '@tally/contract';
import type { StreamSession } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import type { StreamerRow } from '../../streamers/index.ts';
import { byPlatform, merge, type Question, type Standing, stepFor } from './joint.ts';

const now = new Date('2026-03-01T12:00:00Z');
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);
const room = ChannelId.parse('200000000000000001');

const session = (change: Partial<StreamSession> = {}): StreamSession => ({
  id: 'session',
  platform: 'kick',
  channelId: '42',
  streamId: null,
  startedAt: now,
  detectedAt: now,
  endedAt: null,
  url: 'https://kick.com/ada',
  peakViewers: null,
  averageViewers: null,
  categories: [],
  details: {
    title: 'Night shift',
    category: 'Chess',
    categoryImageUrl: null,
    thumbnailUrl: null,
    viewers: null,
    language: null,
    isMature: false,
  },
  ...change,
});
const member = (settings: StreamerRow['settings'] = {}, change: Partial<StreamerRow> = {}): StreamerRow => ({
  id: 'streamer',
  serverId: ServerId.parse('100000000000000001'),
  platform: 'kick',
  channelId: '42',
  name: 'ada',
  settings: { notificationChannelId: room, ...settings },
  pauseReason: null,
  alreadyLiveSession: null,
  creatorId: 'creator',
  addedAt: now,
  changedAt: now,
  ...change,
});
const standing = (change: Partial<Standing> = {}): Standing => ({
  openedAt: minutesAgo(10),
  isOn: true,
  channelId: room,
  isUntold: false,
  ...change,
});
const verdict: Question['verdict'] = { decision: null, skip: null, quiet: null, awaitsCategory: false, newHold: null };
const ask = (about: Partial<Question> = {}) => {
  const step = stepFor({
    member: member(),
    creator: { notificationChannelId: null, pingRoleId: null },
    session: session(),
    verdict,
    standing: null,
    lastAloneAt: null,
    now,
    ...about,
  });
  return step.kind === 'skip' ? step.reason : step.kind;
};

describe('a platform that goes live', () => {
  it('opens a broadcast if none is open', () => expect(ask()).toBe('open'));
  it('joins a running broadcast', () => expect(ask({ standing: standing() })).toBe('join'));
  it('joins however long it runs', () =>
    expect(ask({ standing: standing({ openedAt: minutesAgo(600) }) })).toBe('join'));
  it('joins the last one within its cooldown', () =>
    expect(ask({ standing: standing({ isOn: false, openedAt: minutesAgo(59) }) })).toBe('join'));
  it('opens a new one after the cooldown', () =>
    expect(ask({ standing: standing({ isOn: false, openedAt: minutesAgo(60) }) })).toBe('open'));
  it('opens a new one if the last one was never announced', () =>
    expect(ask({ standing: standing({ isOn: false, isUntold: true }) })).toBe('open'));
  it('joins in quiet hours: an edit pings no one', () => {
    const quiet = { ...verdict, quiet: 'skip' } as const;
    expect(ask({ verdict: quiet })).toBe('quietHours');
    expect(ask({ verdict: quiet, standing: standing() })).toBe('join');
  });
  it('was announced alone a moment ago', () => expect(ask({ lastAloneAt: minutesAgo(5) })).toBe('cooldown'));
  it.each([
    ['is paused', { member: member({ paused: true }) }, 'paused'],
    ['is filtered', { member: member({ categoryFilter: { mode: 'blacklist', categories: ['chess'] } }) }, 'filter'],
    [
      'was live before it was followed',
      { member: member({}, { alreadyLiveSession: 'session' }) },
      'alreadyLiveWhenAdded',
    ],
    ['is stopped by an override', { verdict: { ...verdict, skip: 'override' as const } }, 'override'],
    ['is over', { session: session({ endedAt: now }) }, 'streamEndedFirst'],
  ])('takes no part if it %s', (_what, about, reason) => {
    expect(ask(about)).toBe(reason);
    expect(ask({ ...about, standing: standing() })).toBe(reason);
  });
  it('needs a channel, its own or the creator’s, to open; not to join', () => {
    const homeless = member({ notificationChannelId: null });
    expect(ask({ member: homeless })).toBe('noChannel');
    expect(ask({ member: homeless, creator: { notificationChannelId: room, pingRoleId: null } })).toBe('open');
    expect(ask({ member: homeless, standing: standing() })).toBe('join');
  });
});

describe('the content of a message', () => {
  it('comes from the preferred platform, or else from the first one that went live', () => {
    const live = [{ platform: 'kick' }, { platform: 'youtube' }, { platform: 'twitch' }] as const;
    const names = (order: Parameters<typeof byPlatform>[1]) => byPlatform(live, order).map(({ platform }) => platform);
    expect(names([])).toEqual(['kick', 'youtube', 'twitch']);
    expect(names(['twitch', 'tiktok'])).toEqual(['twitch', 'kick', 'youtube']);
    expect(names(['twitch', 'youtube', 'kick'])).toEqual(['twitch', 'youtube', 'kick']);
  });

  it('has the words of the first, and the time and people of all', () => {
    const { details } = session();
    const one = session({ details: { ...details, viewers: 5 }, endedAt: minutesAgo(1), peakViewers: 9 });
    const other = session({
      id: 'other',
      startedAt: minutesAgo(30),
      details: { ...details, title: 'Other', viewers: 7 },
      peakViewers: 20,
    });
    expect(merge([one, other])).toMatchObject({
      id: 'session',
      startedAt: minutesAgo(30),
      endedAt: null,
      peakViewers: 20,
      details: { title: 'Night shift', viewers: 12 },
    });
    expect(merge([one, { ...other, endedAt: now }]).endedAt).toEqual(now);
  });
});

describe('a streamer that is paused for its own channel', () => {
  const paused = (pauseReason: StreamerRow['pauseReason']) => member({}, { pauseReason });
  const own = { notificationChannelId: ChannelId.parse('200000000000000009'), pingRoleId: null };
  it.each([
    ['permissions', null, 'missingPermission'],
    ['permissions', own, 'open'],
    ['channelGone', own, 'open'],
    ['planLimit', own, 'planLimit'],
  ] as const)('%s, with %j: %s', (reason, creator, step) =>
    expect(ask({ member: paused(reason), ...(creator ? { creator } : {}) })).toBe(step),
  );
});
