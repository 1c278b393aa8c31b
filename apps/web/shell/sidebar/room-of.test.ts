import { expect, test } from 'vitest';
import { serverPages, serverTools } from '../../features/registry.ts';
import { roomOf } from './room-of.ts';

const lit = (below: string) => roomOf(serverTools, below)?.name;

test('every page of a server that has no line of its own lights the one of its room', () => {
  expect(serverPages.map(({ path }) => [path, lit(path)])).toEqual([
    ['creators', 'notifications'],
    ['overrides', 'notifications'],
    ['messages', 'notifications'],
    ['stat-counters', 'notifications'],
    ['moving', 'notifications'],
  ]);
  expect(lit('journal')).toBe('journal');
});

test('a nested file belongs to the nearest room', () => {
  expect(lit('notifications/kick/xqc')).toBe('notifications');
  expect(lit('messages/kickLive')).toBe('notifications');
  expect(lit('messages/welcome')).toBe('welcome-leave');
  expect(lit('messages/birthday')).toBe('birthday');
});

test('an address that only begins alike lights nothing', () => {
  expect(lit('manage')).toBeUndefined();
  expect(lit('notifications-of-old')).toBeUndefined();
  expect(lit('')).toBeUndefined();
});
