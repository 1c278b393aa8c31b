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

/** Types a text letter by letter without a pause. */
const typing = (text: string, from = 'a'): Step<Form>[] =>
  Array.from({ length: text.length }, (_, at) => set('title', from + text.slice(0, at + 1), at * 50));

test('a sentence is undone word by word', () => {
  let typed = after(...typing(' bold new world'));
  const seen = [];
  for (let count = 0; count < 3; count += 1) {
    typed = take(typed, { kind: 'undo' });
    seen.push(typed.now.title);
  }
  expect(seen).toEqual(['a bold new', 'a bold', 'a']);
  expect(take(typed, { kind: 'redo' }).now.title).toBe('a bold');
});

test('pasting, inserting a chip and deleting are steps of their own', () => {
  const words = after(...typing('bc'), set('title', 'abc{server}', 200), set('title', 'abc{server}!', 250));
  const chip = take(words, { kind: 'undo' });
  expect(chip.now.title).toBe('abc{server}');
  expect(take(chip, { kind: 'undo' }).now.title).toBe('abc');
  const shorter = after(...typing('bc'), set('title', 'ab', 200), set('title', 'a', 250));
  expect(take(shorter, { kind: 'undo' }).now.title).toBe('abc');
});

test('a word that is still being composed is one step', () => {
  const composed = after(
    set('title', 'ak', 0),
    set('title', 'aか', 50),
    set('title', 'aかn', 100),
    set('title', 'aかな', 150),
  );
  expect(take(composed, { kind: 'undo' }).now.title).toBe('a');
});

test('an opened editor stays open through every undo', () => {
  interface Own {
    readonly name: string;
    readonly own: string | null;
  }
  const rename: Step<Own> = { kind: 'change', field: 'name', to: (now) => ({ ...now, name: 'xy' }), at: 0 };
  const open: Step<Own> = { kind: 'open', to: (now) => ({ ...now, own: now.own ?? 'standard' }) };
  const write: Step<Own> = { kind: 'change', field: 'own', to: (now) => ({ ...now, own: `${now.own}!` }), at: 9 };
  const written = [rename, open, write].reduce(take<Own>, begin<Own>({ name: 'x', own: null }));
  const once = take(written, { kind: 'undo' });
  const twice = take(once, { kind: 'undo' });
  expect([once.now, twice.now]).toEqual([
    { name: 'xy', own: 'standard' },
    { name: 'x', own: 'standard' },
  ]);
  expect(take(twice, { kind: 'discard' }).now.own).toBeNull();
});

test('another field, or a pause, is another step', () => {
  const typed = after(set('title', 'ab', 0), set('note', 'x', 100), set('note', 'xy', 5_000));
  const once = take(typed, { kind: 'undo' });
  const twice = take(once, { kind: 'undo' });
  expect(once.now).toEqual({ title: 'ab', note: 'x' });
  expect(twice.now).toEqual({ title: 'ab', note: '' });
  expect(take(twice, { kind: 'redo' }).now).toEqual(once.now);
});

test('a new step clears the undone steps', () => {
  const typed = after(set('title', 'ab', 0), { kind: 'undo' }, set('title', 'z', 9_000));
  expect(take(typed, { kind: 'redo' }).now.title).toBe('z');
});

test('discarded changes can be restored', () => {
  const discarded = after(set('title', 'ab', 0), { kind: 'discard' });
  expect(discarded.now).toEqual(start.saved);
  expect(take(discarded, { kind: 'undo' }).now.title).toBe('ab');
});

test('keeps our own words when another person saves, and knows the difference', () => {
  const both = after(set('title', 'mine', 0), { kind: 'saved', as: { title: 'a', note: 'theirs' } });
  expect(both.now).toEqual({ title: 'mine', note: '' });
  expect(changedFields(both.saved, both.now)).toEqual(['title', 'note']);
});

test('content counts, not identity or the order of keys', () => {
  const one = { list: [{ a: 1, b: 2 }], gone: undefined, text: 'x' };
  const other = { text: 'x', list: [{ b: 2, a: 1 }] };
  expect(changedFields<{ list: unknown; text: string; gone?: undefined }>(one, other)).toEqual([]);
});

test("another person's save is applied below our changes and below every undo step", () => {
  const mine = after(set('title', 'mine', 0));
  const met = take(mine, { kind: 'rebase', onto: { title: 'theirs', note: 'theirs too' } });
  expect(met.now).toEqual({ title: 'mine', note: 'theirs too' });
  expect(changedFields(met.saved, met.now)).toEqual(['title']);
  expect(take(met, { kind: 'undo' }).now).toEqual({ title: 'theirs', note: 'theirs too' });
  expect(take(met, { kind: 'discard' }).now).toEqual({ title: 'theirs', note: 'theirs too' });
});

test('an unchanged value keeps its identity after a save, so the focus is not lost', () => {
  const typed = { items: [{ $id: 'fresh', text: 'a' }], note: 'mine' };
  const read = { items: [{ $id: 'was 0', text: 'a' }], note: 'mine' };
  const history = take(begin(typed), { kind: 'rebase', onto: read });
  expect(history.now.items).toBe(typed.items);
  expect(take(begin(typed), { kind: 'rebase', onto: { ...read, note: 'theirs' } }).now.note).toBe('theirs');
});
