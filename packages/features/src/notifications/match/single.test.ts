import { ChannelId, ServerId, UserId } from '@tally/contract';
import type { StreamSession } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../overrides/index.ts';
import type { StreamerRow } from '../../streamers/index.ts';
import { endActionOf, matchLive } from './single.ts';

const now = new Date('2026-11-21T18:00:00Z');
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);
const room = ChannelId.parse('200000000000000001');

const session = (category: string | null = 'Chess'): StreamSession => ({
  id: 'stream-1',
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
    title: null,
    category,
    categoryImageUrl: null,
    thumbnailUrl: null,
    viewers: null,
    language: null,
    isMature: false,
  },
});
const streamer = (settings: StreamerRow['settings'] = {}, change: Partial<StreamerRow> = {}): StreamerRow => ({
  id: 's',
  serverId: ServerId.parse('100000000000000001'),
  platform: 'kick',
  channelId: '42',
  name: 'ada',
  settings: { notificationChannelId: room, ...settings },
  pauseReason: null,
  alreadyLiveSession: null,
  creatorId: null,
  addedAt: now,
  changedAt: now,
  ...change,
});
const noVerdict: Pick<Verdict, 'decision' | 'skip' | 'quiet'> = { decision: null, skip: null, quiet: null };
const match = (
  row: StreamerRow,
  lastPostedAt: Date | null = null,
  seen = session(),
  verdict: Partial<typeof noVerdict> = {},
) => {
  const result = matchLive({
    streamer: row,
    session: seen,
    verdict: { ...noVerdict, ...verdict },
    lastPostedAt,
    now,
  });
  return result.kind === 'skip' ? result.reason : result.kind;
};

describe('a server is notified of a stream', () => {
  it('when nothing speaks against it', () => expect(match(streamer())).toBe('send'));
  it('but not when the stream ran already as the creator was added', () =>
    expect(match(streamer({}, { alreadyLiveSession: 'stream-1' }))).toBe('alreadyLiveWhenAdded'));
  it('but not while its owner has paused it', () => expect(match(streamer({ paused: true }))).toBe('paused'));
  it('but not while it waits for another bot to leave, even if something else is wrong', () => {
    const startsAfter = UserId.parse('375805687529209857');
    expect(match(streamer({ startsAfter }, { pauseReason: 'permissions' }))).toBe('otherBot');
    expect(match(streamer({ startsAfter, paused: true }))).toBe('paused');
  });
  it.each([
    ['planLimit', 'planLimit'],
    ['permissions', 'missingPermission'],
    ['channelGone', 'unknownChannel'],
  ] as const)('but not while we have paused it: %s', (pauseReason, reason) =>
    expect(match(streamer({}, { pauseReason }))).toBe(reason),
  );
  it('but not without a channel', () => expect(match(streamer({ notificationChannelId: null }))).toBe('noChannel'));
  it('but not when an override cancels it, or none allows it', () => {
    expect(match(streamer(), null, session(), { skip: 'override' })).toBe('override');
    expect(match(streamer({ paused: true }), null, session(), { skip: 'onlyOverrides' })).toBe('paused');
  });
  it('in the channel of an override, where there is no other', () => {
    const decision = { channelId: room } as Verdict['decision'];
    expect(match(streamer({ notificationChannelId: null }), null, session(), { decision })).toBe('send');
  });
  it('but not in quiet hours, which are the last of all reasons', () => {
    expect(match(streamer(), null, session(), { quiet: 'digest' })).toBe('quietHours');
    expect(match(streamer(), minutesAgo(5), session(), { quiet: 'digest' })).toBe('cooldown');
  });
});

describe('the cooldown', () => {
  it('is an hour where nothing is set', () => {
    expect(match(streamer(), minutesAgo(59))).toBe('cooldown');
    expect(match(streamer(), minutesAgo(60))).toBe('send');
  });
  it('uses the owner’s choice', () => {
    expect(match(streamer({ customCoolDownBeforeNextLive: 30 }), minutesAgo(31))).toBe('send');
    expect(match(streamer({ customCoolDownBeforeNextLive: 300 }), minutesAgo(299))).toBe('cooldown');
  });
});

describe('the category filter', () => {
  const only = (mode: 'whitelist' | 'blacklist') => streamer({ categoryFilter: { mode, categories: ['chess'] } });
  it('lets the listed ones through, in upper or lower case', () => {
    expect(match(only('whitelist'))).toBe('send');
    expect(match(only('whitelist'), null, session('Poker'))).toBe('filter');
  });
  it('or keeps them out', () => {
    expect(match(only('blacklist'))).toBe('filter');
    expect(match(only('blacklist'), null, session('Poker'))).toBe('send');
  });
  it('does not silence a stream whose category is not known yet', () =>
    expect(match(only('whitelist'), null, session(null))).toBe('send'));
});

describe('a message at the end of its stream', () => {
  it.each([
    [{}, 'endCard'],
    [{ sendOfflineMessage: false }, 'leave'],
    [{ deleteEmbeds: true }, 'delete'],
    [{ deleteEmbeds: true, sendOfflineMessage: true }, 'deleteAndPost'],
    [{ onEnd: 'post', deleteEmbeds: true }, 'post'],
  ] as const)('%j: %s', (settings, action) => expect(endActionOf(streamer(settings))).toBe(action));
});
