import { versionOf } from '@tally/kernel';
import { expect, test } from 'vitest';
import { fieldsBetween, reduced } from './match.ts';

const subject = { kind: 'channel', value: '805', platform: null } as const;
const of = (before: object | null, after: object | null) =>
  ({ what: 'starboards', subject, before, after }) as Parameters<typeof reduced>[0];

test('keeps only differences', () => {
  const difference = of(
    { threshold: 3, allowNsfw: null, filter: { roles: ['1'] } },
    { threshold: 5, filter: { roles: ['1'] } },
  );
  expect(reduced(difference)).toMatchObject({ before: { threshold: 3 }, after: { threshold: 5 } });
  expect(fieldsBetween(difference)).toEqual([{ field: 'threshold', before: 3, after: 5 }]);
  expect(reduced(of({ threshold: 3 }, { threshold: 3 }))).toBeNull();
});

test('lists the settings of an added or removed record; one without settings has a line as well', () => {
  const board = { channelId: '805', threshold: 5, allowNsfw: null, emojiName: '', texts: [], isLoud: false };
  expect(fieldsBetween(of(null, board))).toEqual([
    { field: 'threshold', before: null, after: 5 },
    { field: 'isLoud', before: null, after: false },
  ]);
  expect(reduced(of({ channelId: '805' }, null))).toMatchObject({ before: {}, after: null });
});

test('a switch without a value leaves no line while it is off', () => {
  const clips = { what: 'disableBranding', subject: null, before: null, after: { clips: true, vods: false } };
  expect(fieldsBetween(clips)).toEqual([{ field: 'clips', before: null, after: true }]);
  expect(reduced({ ...clips, after: { clips: false, vods: false } })).toBeNull();
});

test('a version is the same in any order of keys, and another one for any other value', () => {
  const version = versionOf({ a: 1, b: { c: [1, 2], d: null } });
  expect(versionOf({ b: { d: null, c: [1, 2] }, a: 1 })).toBe(version);
  const others = [
    { a: 2, b: { c: [1, 2], d: null } },
    { a: 1, b: { c: [2, 1], d: null } },
    { a: 1, b: { c: [1, 2] } },
  ];
  for (const other of others) expect(versionOf(other)).not.toBe(version);
  expect(version).toMatch(/^[\w-]{1,32}$/);
});
