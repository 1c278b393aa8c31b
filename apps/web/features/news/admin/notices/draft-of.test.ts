import { expect, test } from 'vitest';
import { bodyOf, emptyDraft, isReady, stateOf } from './draft-of.ts';

const now = new Date('2026-11-26T10:00:00Z');
const draft = { ...emptyDraft(now), text: ' Soon ' };

test('only notices with a text, a valid link and hours in order can be saved', () => {
  expect(isReady(draft)).toBe(true);
  expect(isReady({ ...draft, text: ' ' })).toBe(false);
  expect(['/status', 'https://a.example/b'].every((href) => isReady({ ...draft, href }))).toBe(true);
  const bad = ['//evil.example', 'http://a.example', 'javascript:alert(1)', 'status', '/a b'];
  expect(bad.filter((href) => isReady({ ...draft, href }))).toEqual([]);
  expect(isReady({ ...draft, until: draft.from })).toBe(false);
  expect(bodyOf(draft)).toMatchObject({ text: 'Soon', href: null, until: null });
});

test('it is upcoming, shown, or over', () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(stateOf({ from: at(1), until: null }, now)).toBe('later');
  expect(stateOf({ from: at(-1), until: null }, now)).toBe('now');
  expect(stateOf({ from: at(-2), until: at(0) }, now)).toBe('past');
});
