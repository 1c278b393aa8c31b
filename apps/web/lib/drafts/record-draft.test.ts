import { expect, test } from 'vitest';
import { CallError } from '../call.ts';
import { beginRecord, type Change, compare, pick, type Stored, saveOn, unstored } from './record-draft.ts';

interface Board {
  readonly stars: number;
  readonly channel: string;
}
const base = { value: { stars: 3, channel: 'a' }, version: 'v1' };
const mine = { stars: 5, channel: 'a' };

const refusal = (about: { code?: 'changedMeanwhile' | 'planLimit' | 'notFound'; status: number }) =>
  new CallError({ kind: 'refused', fallback: 'saveStarboard', ...about });
const stale = refusal({ code: 'changedMeanwhile', status: 409 });

/** A server on which another person has saved `now`. It records all changes that it receives. */
function serverWith(now: Stored<Board> | null, { refuses = stale }: { refuses?: Error } = {}) {
  const sent: Change<Board>[] = [];
  return {
    sent,
    send: async (change: Change<Board>) => {
      sent.push(change);
      if (now === null || change.version !== now.version) throw refuses;
      return 'Saved.';
    },
    fetchStored: async () => now,
  };
}

test('saves the changed fields with the version of the draft', async () => {
  const server = serverWith(base);
  expect(await saveOn(base, mine, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent).toEqual([{ value: mine, changed: ['stars'], version: 'v1', isNew: false }]);
});

test('hands back a newer record of another person and overwrites nothing', async () => {
  const theirs = { value: { stars: 9, channel: 'b' }, version: 'v2' };
  const server = serverWith(theirs);
  expect(await saveOn(base, mine, server)).toEqual({ met: theirs });
  expect(server.sent).toHaveLength(1);
});

test('saves on top of a newer version that changes none of these fields', async () => {
  const server = serverWith({ value: base.value, version: 'v2' });
  expect(await saveOn(base, mine, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent.map(({ version }) => version)).toEqual(['v1', 'v2']);
});

test('sends only the other fields when two people made the same change', async () => {
  const server = serverWith({ value: { stars: 5, channel: 'a' }, version: 'v2' });
  expect(await saveOn(base, { stars: 5, channel: 'c' }, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent.at(-1)).toMatchObject({ changed: ['channel'], value: { stars: 5, channel: 'c' } });
});

test('reports a record that another person removed, and passes on the refusal of a new one', async () => {
  expect(await saveOn(base, mine, serverWith(null, { refuses: refusal({ code: 'notFound', status: 404 }) }))).toEqual({
    met: null,
  });
  await expect(saveOn(unstored(base.value), mine, serverWith(null))).rejects.toBe(stale);
});

test('does not overwrite a record that another person created first', async () => {
  const theirs = { value: { stars: 9, channel: 'a' }, version: 'v7' };
  expect(await saveOn(unstored(base.value), mine, serverWith(theirs))).toEqual({ met: theirs });
});

test('passes on any other refusal, and one of the current version', async () => {
  const full = refusal({ code: 'planLimit', status: 403 });
  await expect(saveOn(base, mine, serverWith(null, { refuses: full }))).rejects.toBe(full);
  const confused = { send: () => Promise.reject(stale), fetchStored: async () => base };
  await expect(saveOn(base, mine, confused)).rejects.toBe(stale);
});

test('compares a field that both changed, and lists the fields that only they changed', () => {
  const form = { one: 1, two: 2, three: 3, four: 4 };
  expect(
    compare({
      base: form,
      mine: { ...form, one: 10, two: 20, three: 30 },
      theirs: { ...form, one: 11, two: 20, four: 44 },
    }),
  ).toEqual({ both: ['one'], onlyTheirs: ['four'] });
});

test('continues the draft of an earlier visit, and shows at once what others have saved since', () => {
  const kept = { saved: base.value, version: 'v1', now: mine };
  expect(beginRecord(base, null)).toEqual({ saved: base.value, now: base.value, version: 'v1', met: null });
  expect(beginRecord(base, kept)).toEqual({ saved: base.value, now: mine, version: 'v1', met: null });
  const theirs = { value: { stars: 9, channel: 'a' }, version: 'v2' };
  expect(beginRecord(theirs, kept)).toEqual({ ...kept, met: theirs });
});

test('continues an earlier draft on a newer version when its fields are unchanged', () => {
  const kept = { saved: base.value, version: 'v1', now: mine };
  const same = { value: base.value, version: 'v2' };
  expect(beginRecord(same, kept)).toEqual({ saved: base.value, now: mine, version: 'v2', met: null });
});

test('some fields of a thing', () => {
  expect(pick({ a: 1, b: 2, c: 3 }, ['a', 'c'])).toEqual({ a: 1, c: 3 });
});
