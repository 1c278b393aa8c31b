import { expect, test } from 'vitest';
import { sortedByKind } from '../kinds.ts';
import { bodyOf, changesOf, emptyDraft, isReady } from './draft-of.ts';

test('a change a line, with or without a dash', () => {
  expect(changesOf('- New: teams\n\n* Fixed: a fault\nJust so  ')).toEqual(['New: teams', 'Fixed: a fault', 'Just so']);
});

test('an incomplete entry cannot be saved', () => {
  const draft = { ...emptyDraft(new Date('2026-11-25T12:00:00Z')), identifier: 'one', title: 'One', lines: 'New: x' };
  expect(isReady(draft)).toBe(true);
  expect(bodyOf(draft)).toMatchObject({ changes: ['New: x'], thumbnail: null, date: new Date('2026-11-25T00:00:00Z') });
  const faulty = [{ identifier: 'new' }, { identifier: 'Ä b' }, { title: ' ' }, { lines: '\n' }, { day: '' }];
  for (const fault of faulty) expect(isReady({ ...draft, ...fault })).toBe(false);
});

test('new things come first, then improvements, then fixes, then all others', () => {
  const kinds = sortedByKind(['x', 'Fixed: a', 'new: b', 'Better: c']).map(({ kind, text }) => `${kind} ${text}`);
  expect(kinds).toEqual(['new b', 'better c', 'fixed a', 'null x']);
});
