import type { PlatformChannel } from '@tally/contract/creators/calls';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { expect, test } from 'vitest';
import { CallError } from '../../../lib/call.ts';
import type { RunState } from '../list/bulk/run.ts';
import { readStreamerNames } from '../streamer-name.ts';
import { isAddable, type LookUp, linesOf } from './line-state.ts';

const other = { platform: 'kick', streamerUserName: 'Ada', streamerId: '1' } as unknown as Streamer;
const found = (id: string): LookUp => ({ data: { id } as unknown as PlatformChannel, error: null, isPending: false });
const refused = (code: 'noSuchChannel' | 'notBuilt'): LookUp => ({
  error: new CallError({ kind: 'refused', fallback: 'fetchStreamer', code }),
  isPending: false,
});

function states(
  text: string,
  about: { lookUps?: Record<string, LookUp>; results?: Record<string, RunState>; limit?: number } = {},
) {
  const keyed = <T>(record: Record<string, T> = {}) =>
    new Map(Object.entries(record).map(([name, value]) => [` ${name}`, value]));
  const lines = linesOf({
    names: readStreamerNames(text, 'kick').names,
    lookUps: keyed(about.lookUps),
    results: keyed(about.results),
    others: [other],
    limit: about.limit ?? 30,
  });
  return lines.map(({ typed, state }) => `${typed.typed} ${state}`);
}

test('each line shows its state', () => {
  const lookUps = { bob: found('2'), cid: refused('noSuchChannel'), dan: refused('notBuilt') };
  expect(states('ada,bob,cid,dan,eve,https://twitch.tv/ada,https://kick.com/video/1,a/b', { lookUps })).toEqual([
    'ada followed',
    'bob found',
    'cid missing',
    'dan unknown',
    'eve checking',
    'https://twitch.tv/ada checking',
    'https://kick.com/video/1 nameless',
    'a/b unclear',
  ]);
});

test('a creator found under another name is already followed, and is not added twice', () => {
  expect(states('alias,bob,bobby', { lookUps: { alias: found('1'), bob: found('2'), bobby: found('2') } })).toEqual([
    'alias followed',
    'bob found',
    'bobby followed',
  ]);
});

test('the limit counts who is followed, and only who could be added', () => {
  const lookUps = { cid: refused('noSuchChannel') };
  expect(states('ada,cid,bob,dan', { lookUps, limit: 2 })).toEqual([
    'ada followed',
    'cid missing',
    'bob checking',
    'dan over',
  ]);
});

test('who was refused can be tried again, who was added cannot', () => {
  const results = { bob: { error: new Error('no') }, cid: 'done', dan: 'running' } as const;
  expect(states('bob,cid,dan', { results })).toEqual(['bob failed', 'cid done', 'dan running']);
  expect((['failed', 'done', 'running', 'followed'] as const).map((state) => isAddable({ state }))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
