import { perPlatform } from '@tally/contract';
import { expect, it } from 'vitest';
import type { StoredCandidate } from '../tables.ts';
import { standingsOf } from './shown.ts';

const candidate = (id: string, change: Partial<StoredCandidate> = {}): StoredCandidate => {
  const { platform = 'kick' } = change;
  const channel = { platform, id, name: id, displayName: id, avatarUrl: null, followers: null, url: '' } as never;
  const rest = { reason: null, isTaken: null, channelId: null, pingRoleId: null } as const;
  return { id, wrote: id, platform, state: 'found', channel, ...rest, ...change };
};
const states = (candidates: readonly StoredCandidate[], max: number, followed: readonly string[] = []) =>
  standingsOf(candidates, {
    followed: new Set(followed),
    rooms: perPlatform(() => ({ used: 1, max })),
  }).map(({ candidate: { id }, state, isTaken }) => `${id} ${state}${isTaken ? ' taken' : ''}`);

it('the first ones get the room of their platform', () => {
  expect(states([candidate('a'), candidate('b'), candidate('c', { platform: 'twitch' })], 2)).toEqual([
    'a found taken',
    'b overLimit',
    'c found taken',
  ]);
});

it('chosen ones get the room before others, and a dropped one leaves its room', () => {
  expect(states([candidate('a'), candidate('b', { isTaken: true })], 2)).toEqual(['a overLimit', 'b found taken']);
  expect(states([candidate('a', { isTaken: false }), candidate('b')], 2)).toEqual(['a found', 'b found taken']);
});

it('followed creators and duplicates use up no room', () => {
  const again = candidate('d', { channel: candidate('b').channel });
  expect(states([candidate('a'), candidate('b'), again], 2, ['kick a'])).toEqual([
    'a followed',
    'b found taken',
    'd twice',
  ]);
});

it('creators without a channel are not followed', () => {
  const without = { channel: null, isTaken: true } as const;
  const waiting = candidate('a', { ...without, state: 'waiting' });
  expect(states([waiting, candidate('b', { ...without, state: 'notFound' })], 9)).toEqual(['a waiting', 'b notFound']);
});
