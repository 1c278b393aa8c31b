import type { ChannelSearch } from '@tally/contract/creators/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { expect, test } from 'vitest';
import { type Candidate, keyOf } from '../../../shell/streamers/search.ts';
import type { RunState } from '../list/bulk/run.ts';
import { isAddable, type LookUp, linesOf, MOST_NAMES, piecesOf } from './line-state.ts';

const row = (platform: Platform, name: string, isExact = true): Candidate => ({
  platform,
  id: name,
  name,
  displayName: name,
  avatarUrl: null,
  followers: null,
  url: `https://example.com/${name}`,
  isLive: null,
  rumbleType: null,
  isExact,
});
const answer = (channels: readonly Candidate[], about: Partial<ChannelSearch> = {}): LookUp => ({
  data: { problem: null, channels: [...channels], platforms: [{ platform: 'kick', state: 'answered' }], ...about },
  error: null,
});

function states(
  lookUps: Record<string, LookUp>,
  about: { chosen?: Record<string, string>; results?: Record<string, RunState>; room?: number; prefer?: Platform } = {},
) {
  const { chosen = {}, results = {}, room = 30, prefer } = about;
  return linesOf({
    pieces: Object.keys(lookUps),
    lookUps: Object.values(lookUps),
    prefer,
    chosen: new Map(Object.entries(chosen)),
    results: new Map(Object.entries(results)),
    isFollowed: (each) => keyOf(each) === 'kick ada',
    roomOn: () => room,
  }).map(({ piece, state }) => `${piece} ${state}`);
}

test('each line shows its state', () => {
  expect(
    states({
      ada: answer([row('kick', 'ada')]),
      bob: answer([row('kick', 'bob')]),
      bobby: answer([row('kick', 'bob')]),
      eve: answer([]),
      mallory: answer([], { platforms: [{ platform: 'tiktok', state: 'late' }] }),
      link: answer([], { problem: 'nameless' }),
      site: answer([], { problem: 'notOurs' }),
      peggy: { error: null },
      trent: { error: new Error('offline') },
    }),
  ).toEqual([
    'ada followed',
    'bob found',
    'bobby followed',
    'eve missing',
    'mallory unanswered',
    'link nameless',
    'site notOurs',
    'peggy checking',
    'trent unanswered',
  ]);
});

test('a name on two platforms is unsure, unless one of them is preferred or chosen', () => {
  const both = { bob: answer([row('kick', 'bob'), row('twitch', 'bob')]) };
  expect(states(both)).toEqual(['bob unsure']);
  expect(states(both, { prefer: 'twitch' })).toEqual(['bob found']);
  expect(states(both, { chosen: { bob: 'twitch bob' } })).toEqual(['bob found']);
  expect(states({ bo: answer([row('kick', 'bob', false)]) })).toEqual(['bo unsure']);
});

test('the limit counts only lines that could be added', () => {
  const lookUps = {
    ada: answer([row('kick', 'ada')]),
    bob: answer([row('kick', 'bob')]),
    eve: answer([row('kick', 'eve')]),
  };
  expect(states(lookUps, { room: 1 })).toEqual(['ada followed', 'bob found', 'eve over']);
});

test('a refused line can be tried again, an added one cannot', () => {
  const lookUps = { bob: answer([row('kick', 'bob')]), eve: answer([row('kick', 'eve')]) };
  const results = { 'kick bob': { error: new Error('no') }, 'kick eve': 'done' } as const;
  expect(states(lookUps, { results })).toEqual(['bob failed', 'eve done']);
  const line = { piece: 'bob', channel: row('kick', 'bob'), choices: [], error: null };
  expect((['failed', 'done', 'unsure'] as const).map((state) => isAddable({ ...line, state }))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['xqc', ['xqc']],
  [' ada, bob;eve\nmallory\r\n\n', ['ada', 'bob', 'eve', 'mallory']],
  ['أحمد، سارة؛ ليلى', ['أحمد', 'سارة', 'ليلى']],
  ['Harbor   Radio', ['Harbor Radio']],
  ['@ada @bob https://kick.com/eve', ['@ada', '@bob', 'https://kick.com/eve']],
  ['xQc, XQC', ['xQc']],
  ['  ', []],
])('%j contains %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual({ pieces, isCut: false });
});

test('a list that was not typed by hand is cut off, with a note', () => {
  const { pieces, isCut } = piecesOf(Array.from({ length: 120 }, (_, at) => `ada${at}`).join('\n'));
  expect([pieces.length, isCut]).toEqual([MOST_NAMES, true]);
});
