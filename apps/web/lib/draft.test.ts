import { expect, test } from 'vitest';
import { begin, changedFields, type History, type Step, take } from './draft.ts';

interface Form {
  readonly title: string;
  readonly note: string;
}
const start = begin<Form>({ title: 'a', note: '' });
const set = (field: keyof Form, text: string, at: number): Step<Form> => ({
  kind: 'change',
  field,
  to: (now) => ({ ...now, [field]: text }),
  at,
});
const after = (...steps: Step<Form>[]): History<Form> => steps.reduce(take<Form>, start);

test('letters of one field are one step back', () => {
  const typed = after(set('title', 'ab', 0), set('title', 'abc', 300), set('title', 'abcd', 600));
  expect(typed.now.title).toBe('abcd');
  expect(take(typed, { kind: 'undo' }).now.title).toBe('a');
});

test('another field, or a pause, is another step', () => {
  const typed = after(set('title', 'ab', 0), set('note', 'x', 100), set('note', 'xy', 5_000));
  const once = take(typed, { kind: 'undo' });
  const twice = take(once, { kind: 'undo' });
  expect(once.now).toEqual({ title: 'ab', note: 'x' });
  expect(twice.now).toEqual({ title: 'ab', note: '' });
  expect(take(twice, { kind: 'redo' }).now).toEqual(once.now);
});

test('a new step forgets what was undone', () => {
  const typed = after(set('title', 'ab', 0), { kind: 'undo' }, set('title', 'z', 9_000));
  expect(take(typed, { kind: 'redo' }).now.title).toBe('z');
});

test('what was thrown away can be fetched back', () => {
  const discarded = after(set('title', 'ab', 0), { kind: 'discard' });
  expect(discarded.now).toEqual(start.saved);
  expect(take(discarded, { kind: 'undo' }).now.title).toBe('ab');
});

test('somebody else saved meanwhile: our own words stay, and what differs is known', () => {
  const both = after(set('title', 'mine', 0), { kind: 'saved', as: { title: 'a', note: 'theirs' } });
  expect(both.now).toEqual({ title: 'mine', note: '' });
  expect(changedFields(both.saved, both.now)).toEqual(['title', 'note']);
});

test('content counts, not identity or the order of keys', () => {
  const one = { list: [{ a: 1, b: 2 }], gone: undefined, text: 'x' };
  const other = { text: 'x', list: [{ b: 2, a: 1 }] };
  expect(changedFields<{ list: unknown; text: string; gone?: undefined }>(one, other)).toEqual([]);
});

test('what somebody else saved comes in, our own changes stay, and every step back is on theirs', () => {
  const mine = after(set('title', 'mine', 0));
  const met = take(mine, { kind: 'rebase', onto: { title: 'theirs', note: 'theirs too' } });
  expect(met.now).toEqual({ title: 'mine', note: 'theirs too' });
  expect(changedFields(met.saved, met.now)).toEqual(['title']);
  expect(take(met, { kind: 'undo' }).now).toEqual({ title: 'theirs', note: 'theirs too' });
  expect(take(met, { kind: 'discard' }).now).toEqual({ title: 'theirs', note: 'theirs too' });
});

test('what says the same after a save is the same to the screen, so that a focus in it is not lost', () => {
  const typed = { items: [{ $id: 'fresh', text: 'a' }], note: 'mine' };
  const read = { items: [{ $id: 'was 0', text: 'a' }], note: 'mine' };
  const history = take(begin(typed), { kind: 'rebase', onto: read });
  expect(history.now.items).toBe(typed.items);
  expect(take(begin(typed), { kind: 'rebase', onto: { ...read, note: 'theirs' } }).now.note).toBe('theirs');
});
