import { expect, test } from 'vitest';
import { excerpt, leaves } from './differences.ts';

test('only the parts that differ are named, however deep they lie', () => {
  const before = { content: 'Hello', embed: { title: 'Live', color: '#111111' }, buttons: [{ title: 'Watch' }] };
  const after = { content: 'Hello', embed: { title: 'On air', color: '#111111' }, buttons: [{ title: 'Look' }] };
  expect(leaves(before, after)).toEqual([
    { path: ['embed', 'title'], one: 'Live', other: 'On air' },
    { path: ['buttons', 0, 'title'], one: 'Watch', other: 'Look' },
  ]);
});

test('a list of plain values is one value, and fields that are empty in both do not differ', () => {
  expect(leaves({ roles: ['1', '2'] }, { roles: ['2'] })).toEqual([{ path: ['roles'], one: ['1', '2'], other: ['2'] }]);
  expect(leaves({ text: null, list: [] }, { text: '', list: null })).toEqual([]);
});

test('a switch that was never touched differs from one that is off', () => {
  expect(leaves({ on: null }, { on: false })).toEqual([{ path: ['on'], one: null, other: false }]);
});

test('additions and removals are named part by part, or as a whole if all parts are empty', () => {
  expect(leaves(null, { title: 'Live', url: null })).toEqual([{ path: ['title'], one: undefined, other: 'Live' }]);
  expect(leaves(null, { title: null })).toEqual([{ path: [], one: null, other: { title: null } }]);
});

test('the mark of a list item that only the screen knows is no difference', () => {
  expect(leaves([{ $id: 'a', title: 'x' }], [{ $id: 'b', title: 'x' }])).toEqual([]);
});

test('of a long text the piece is shown in which it differs, and no letter is cut in two', () => {
  const long = `${'a'.repeat(200)}B${'c'.repeat(200)}`;
  const piece = excerpt(long, 'a'.repeat(401));
  expect(piece).toContain('B');
  expect(piece?.startsWith('…') && piece.endsWith('…')).toBe(true);
  expect(excerpt('short', 'other')).toBeNull();
  expect(excerpt('😀'.repeat(300), '')).toBe(`${'😀'.repeat(160)}…`);
  expect(excerpt('x'.repeat(300), `${'x'.repeat(300)}y`)).toBe(`…${'x'.repeat(160)}`);
});
