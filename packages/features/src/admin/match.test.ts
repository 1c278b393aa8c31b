import { expect, it } from 'vitest';
import { changesOf } from './match.ts';

it('the record keeps fields that differ, short texts whole and long ones by their length', () => {
  const at = new Date('2026-01-02T03:04:05Z');
  expect(
    changesOf(
      { same: [1], title: 'A', text: 'x'.repeat(81), lines: 'a\nb', list: ['a'], isOn: false, at: null, none: null },
      { same: [1], title: 'B', text: 'short', lines: 'a\nb\nc', list: ['a', 'b'], isOn: true, at, none: undefined },
    ),
  ).toEqual([
    { field: 'title', before: 'A', after: 'B' },
    { field: 'text', before: { characters: 81 }, after: 'short' },
    { field: 'lines', before: { characters: 3 }, after: { characters: 5 } },
    { field: 'list', before: 'a', after: 'a, b' },
    { field: 'isOn', before: false, after: true },
    { field: 'at', before: null, after: '2026-01-02T03:04:05.000Z' },
  ]);
  expect(changesOf(undefined, { title: 'B' })).toEqual([]);
});

it('of a long list the record keeps the entries that differ', () => {
  const long = Array.from({ length: 20 }, (_, at) => `Feature ${at}`);
  expect(changesOf({ list: long }, { list: [...long.slice(1), 'Another'] })).toEqual([
    { field: 'list', before: '…, Feature 0', after: '…, Another' },
  ]);
  expect(changesOf({ list: long }, { list: [] })).toEqual([
    { field: 'list', before: { characters: long.join(', ').length }, after: null },
  ]);
});
