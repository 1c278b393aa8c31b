import { expect, test } from 'vitest';
import { type ReaderScene, readable } from './readable.ts';

const scene = {
  words: { none: 'none', on: 'On', off: 'Off' },
  locale: 'en-US',
  discord: {
    channels: [{ id: '801000000000000002', name: 'live-now' }],
    roles: [{ id: '801000000000000003', name: 'Fans' }],
  },
} as unknown as ReaderScene;
const plain = (value: unknown, more: Partial<ReaderScene> = {}) =>
  readable(value, { ...scene, ...more }).replaceAll(/[\u2068\u2069]/g, '');

test('channels and roles have names, switches are words, and missing ones are named as such', () => {
  expect(plain('801000000000000002')).toBe('#live-now');
  expect(plain(['801000000000000003', '801000000000000002'])).toBe('@Fans and #live-now');
  expect([true, false, null, undefined, '', []].map((each) => plain(each))).toEqual([
    'On',
    'Off',
    'none',
    'none',
    'none',
    'none',
  ]);
  expect(plain(12_000)).toBe('12,000');
});

test('a channel that was deleted, or is not known yet, keeps its number', () => {
  expect(plain('801000000000000009')).toBe('801000000000000009');
  expect(plain('801000000000000002', { discord: undefined })).toBe('801000000000000002');
});

test('a time is shown as a time', () => {
  expect(plain('2026-12-24T20:00:00.000Z')).toMatch(/^Dec 24, 2026, \d{1,2}:00/);
});

test('one of several fixed values is called as on its page', () => {
  const choiceOf = (value: string) => (value === 'endCard' ? 'Edit it into an end card' : undefined);
  expect(plain('endCard', { choiceOf })).toBe('Edit it into an end card');
  expect(plain('own words', { choiceOf })).toBe('own words');
});

test("a channel's mark is on the right side in a right-to-left sentence", () => {
  expect(readable('801000000000000002', scene)).toBe('\u2068#live-now\u2069');
});
