import { expect, test } from 'vitest';
import { designs } from './designs.ts';
import { begin, type Step, walk } from './history.ts';

const after = (...steps: readonly Step[]) => steps.reduce(walk, begin(designs.onAir));
const wider = (ringWidth: number): Step => ({ kind: 'change', to: { ringWidth }, about: 'ringWidth' });
const lift: Step = { kind: 'lift' };
const undo: Step = { kind: 'undo' };
const redo: Step = { kind: 'redo' };

test('dragging a slider is one step back, and a second time is another', () => {
  const dragged = [wider(30), wider(40), wider(50), lift, wider(60), lift];
  expect(after(...dragged, undo).now.ringWidth).toBe(50);
  expect(after(...dragged, undo, undo).now).toEqual(designs.onAir);
});

test('redo restores what was undone, until something else changes', () => {
  expect(after(wider(30), undo, redo).now.ringWidth).toBe(30);
  const elsewhere: Step = { kind: 'change', to: { gap: 3 }, about: 'gap' };
  expect(after(wider(30), undo, elsewhere, redo).now).toEqual({ ...designs.onAir, gap: 3 });
});

test('there is nothing before the first design and after the last', () => {
  expect(after(undo).now).toEqual(designs.onAir);
  expect(after(wider(30), redo).now.ringWidth).toBe(30);
});
