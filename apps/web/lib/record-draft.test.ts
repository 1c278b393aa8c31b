import { expect, test } from 'vitest';
import { CallError } from './call.ts';
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

/** A server on which somebody else has left `now`; what reaches it is kept. */
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

test('what was changed is saved on the version that it was made from', async () => {
  const server = serverWith(base);
  expect(await saveOn(base, mine, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent).toEqual([{ value: mine, changed: ['stars'], version: 'v1', isNew: false }]);
});

test('somebody else was faster: nothing is overwritten, and theirs is handed back', async () => {
  const theirs = { value: { stars: 9, channel: 'b' }, version: 'v2' };
  const server = serverWith(theirs);
  expect(await saveOn(base, mine, server)).toEqual({ met: theirs });
  expect(server.sent).toHaveLength(1);
});

test('a newer version that says the same of these fields is no news: ours goes on top of it', async () => {
  const server = serverWith({ value: base.value, version: 'v2' });
  expect(await saveOn(base, mine, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent.map(({ version }) => version)).toEqual(['v1', 'v2']);
});

test('two people who want the same are not asked about it, and only the rest is sent', async () => {
  const server = serverWith({ value: { stars: 5, channel: 'a' }, version: 'v2' });
  expect(await saveOn(base, { stars: 5, channel: 'c' }, server)).toEqual({ sentence: 'Saved.' });
  expect(server.sent.at(-1)).toMatchObject({ changed: ['channel'], value: { stars: 5, channel: 'c' } });
});

test('what somebody else removed is told as such, and a new one that is refused stays refused', async () => {
  expect(await saveOn(base, mine, serverWith(null, { refuses: refusal({ code: 'notFound', status: 404 }) }))).toEqual({
    met: null,
  });
  await expect(saveOn(unstored(base.value), mine, serverWith(null))).rejects.toBe(stale);
});

test('something new where somebody else has made one meanwhile is not put over theirs', async () => {
  const theirs = { value: { stars: 9, channel: 'a' }, version: 'v7' };
  expect(await saveOn(unstored(base.value), mine, serverWith(theirs))).toEqual({ met: theirs });
});

test('any other refusal is passed on, and so is one of the very version that stands there', async () => {
  const full = refusal({ code: 'planLimit', status: 403 });
  await expect(saveOn(base, mine, serverWith(null, { refuses: full }))).rejects.toBe(full);
  const confused = { send: () => Promise.reject(stale), fetchStored: async () => base };
  await expect(saveOn(base, mine, confused)).rejects.toBe(stale);
});

test('a field that both changed to something else is compared; what only they changed is told beside it', () => {
  const form = { one: 1, two: 2, three: 3, four: 4 };
  expect(
    compare({
      base: form,
      mine: { ...form, one: 10, two: 20, three: 30 },
      theirs: { ...form, one: 11, two: 20, four: 44 },
    }),
  ).toEqual({ both: ['one'], onlyTheirs: ['four'] });
});

test('work of an earlier visit goes on where it was, and what others saved since is met at once', () => {
  const kept = { saved: base.value, version: 'v1', now: mine };
  expect(beginRecord(base, null)).toEqual({ saved: base.value, now: base.value, version: 'v1', met: null });
  expect(beginRecord(base, kept)).toEqual({ saved: base.value, now: mine, version: 'v1', met: null });
  const theirs = { value: { stars: 9, channel: 'a' }, version: 'v2' };
  expect(beginRecord(theirs, kept)).toEqual({ ...kept, met: theirs });
});

test('an earlier draft goes on with a newer version in which its fields are as they were', () => {
  const kept = { saved: base.value, version: 'v1', now: mine };
  const same = { value: base.value, version: 'v2' };
  expect(beginRecord(same, kept)).toEqual({ saved: base.value, now: mine, version: 'v2', met: null });
});

test('some fields of a thing', () => {
  expect(pick({ a: 1, b: 2, c: 3 }, ['a', 'c'])).toEqual({ a: 1, c: 3 });
});
