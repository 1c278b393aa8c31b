import { expect, test } from 'vitest';
import { type Held, heldAfter } from './open-entry.tsx';

interface Row {
  readonly id: string;
}

const idOf = ({ id }: Row) => id;
const live = { id: 'live' };
const team = { id: 'team' };
const after = (held: Held<Row> | null, chosen: string | null, entries: readonly Row[]) =>
  heldAfter(held, { chosen, entries, idOf });

test('the entry of the address is open, and the only one without an address', () => {
  expect(after(null, 'team', [live, team])?.entry).toBe(team);
  expect(after(null, null, [live])?.entry).toBe(live);
  expect(after(null, null, [live, team])).toBeNull();
  expect(after(null, 'new', [live])).toBeNull();
});

test('an entry that another person removes stays open with its draft', () => {
  for (const chosen of ['live', null]) {
    const held = after(null, chosen, [live]);
    expect(after(held, chosen, [])?.entry).toBe(live);
    expect(after(held, 'team', [team])?.entry).toBe(team);
  }
});

test('a removed entry disappears with its row, even if the list still contains it for a moment', () => {
  const left = { chosen: null, entry: live, isLeft: true };
  expect(after(left, null, [])).toBeNull();
  const named = after(left, null, [{ id: 'live' }]);
  expect(named?.entry).toEqual(live);
  expect(after(named, null, [])).toBeNull();
});

test('the same list opens the same again, so a page is drawn once', () => {
  const held = after(null, null, [live]);
  expect(after(held, null, [live])).toBe(held);
});
