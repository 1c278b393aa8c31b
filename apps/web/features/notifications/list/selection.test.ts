import { expect, test } from 'vitest';
import { nothingSelected, type SelectionStep, select } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const after = (...steps: SelectionStep[]) => steps.reduce(select, nothingSelected);
const marked = (...steps: SelectionStep[]) => [...after(...steps).marked].sort().join('');

test('a range begins at the row that was selected last, in either direction', () => {
  expect(marked({ kind: 'toggle', key: 'b' }, { kind: 'range', to: 'd', rows })).toBe('bcd');
  expect(marked({ kind: 'toggle', key: 'd' }, { kind: 'range', to: 'b', rows })).toBe('bcd');
});

test('a second range begins where the first began', () => {
  const steps = [
    { kind: 'toggle', key: 'c' },
    { kind: 'range', to: 'e', rows },
    { kind: 'range', to: 'b', rows },
  ] as const;
  expect(marked(...steps)).toBe('bcde');
});

test('a range without a beginning marks the one row', () => {
  expect(marked({ kind: 'range', to: 'c', rows })).toBe('c');
  // The row where the range started is no longer visible.
  expect(marked({ kind: 'toggle', key: 'a' }, { kind: 'range', to: 'e', rows: ['d', 'e'] })).toBe('ae');
});

test('the cursor starts at the end that it comes from, and stops at both ends', () => {
  expect(after({ kind: 'move', by: 1, rows }).cursor).toBe('a');
  expect(after({ kind: 'move', by: -1, rows }).cursor).toBe('e');
  expect(after({ kind: 'stand', key: 'e' }, { kind: 'move', by: 1, rows }).cursor).toBe('e');
  expect(after({ kind: 'stand', key: 'b' }, { kind: 'move', by: -1, rows }).cursor).toBe('a');
  expect(after({ kind: 'move', by: 1, rows: [] }).cursor).toBeNull();
});

test('all marks only the visible rows; a second press undoes that', () => {
  const shown = ['b', 'c'];
  expect(marked({ kind: 'toggle', key: 'a' }, { kind: 'markAll', rows: shown })).toBe('abc');
  const twice = [
    { kind: 'markAll', rows: shown },
    { kind: 'markAll', rows: shown },
  ] as const;
  expect(marked({ kind: 'toggle', key: 'a' }, ...twice)).toBe('a');
});

test('clearing forgets where a range began', () => {
  expect(marked({ kind: 'toggle', key: 'a' }, { kind: 'clear' }, { kind: 'range', to: 'c', rows })).toBe('c');
});
