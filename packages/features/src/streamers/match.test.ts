import { describe, expect, it } from 'vitest';
import { untangle } from './match.ts';

describe('names that wander', () => {
  const rows = (names: string) => names.split(' ').map((name) => ({ id: name, name }));
  const after = (names: string, now: Record<string, string>) => {
    const { renamed, inTheWay } = untangle(rows(names), (row) => now[row.name] ?? row.name);
    return { renamed: renamed.map(({ row, name }) => `${row.name} ${name}`), inTheWay: inTheWay.map(({ id }) => id) };
  };
  it.each([
    ['a free one is taken', 'ada bob', { ada: 'eve' }, ['ada eve'], []],
    ['one that another still has is not', 'ada bob', { ada: 'Bob' }, [], ['bob']],
    ['two are swapped', 'ada bob', { ada: 'bob', bob: 'ada' }, ['ada bob', 'bob ada'], []],
    ['three move in a ring', 'a b c', { a: 'b', b: 'c', c: 'a' }, ['a b', 'b c', 'c a'], []],
    ['a row waits for its head', 'a b c', { a: 'b', b: 'c' }, [], ['c']],
    ['of two that are said to have one name, one gets it', 'a b', { a: 'x', b: 'x' }, ['a x'], []],
    ['only the letters change', 'ada bob', { ada: 'ADA' }, ['ada ADA'], []],
  ] as const)('%s', (_, names, now, renamed, inTheWay) => expect(after(names, now)).toEqual({ renamed, inTheWay }));
});
