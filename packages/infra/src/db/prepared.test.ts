import { expect, test } from 'vitest';
import { createPlanner } from './prepared.ts';

const select = { text: 'select $1::int' };

test('a statement gets a name at the third time, and always the same one', () => {
  const planned = createPlanner();
  expect(planned(select, [1])).toBe(select);
  expect(planned(select, [2])).toBe(select);
  const named = planned(select, [3]) as { name: string };
  expect(named).toEqual({ ...select, name: expect.any(String) });
  expect(planned({ ...select }, [4])).toEqual(named);
  // Postgres truncates names after 63 characters.
  expect(named.name.length).toBeLessThan(63);
});

test('statements without values, of endless shapes, or with a name of their own stay as they are', () => {
  const planned = createPlanner();
  const own = { text: 'select $1', name: 'mine' };
  const long = { text: `select $1 -- ${'x'.repeat(7_000)}` };
  for (let time = 0; time < 5; time += 1) {
    expect(planned('begin', undefined)).toBe('begin');
    expect(planned({ text: 'commit' }, [])).toEqual({ text: 'commit' });
    expect(planned(own, [1])).toBe(own);
    expect(planned(long, [1])).toBe(long);
  }
});

test('keeps no more plans than a connection can hold', () => {
  const planned = createPlanner();
  const names = new Set<unknown>();
  for (let shape = 0; shape < 1_000; shape += 1) {
    const statement = { text: `select $1 -- ${shape}` };
    for (let time = 0; time < 3; time += 1) names.add((planned(statement, [1]) as { name?: string }).name);
  }
  names.delete(undefined);
  expect(names.size).toBe(300);
});
