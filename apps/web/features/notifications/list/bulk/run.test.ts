import { expect, test } from 'vitest';
import { patiently, type RunState, runAll } from './run.ts';

const steps = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key }));
const record = () => {
  const states = new Map<string, RunState>();
  return { states, onState: (key: string, state: RunState) => void states.set(key, state) };
};

test('one refusal does not stop the others, and is shown at its row', async () => {
  const { states, onState } = record();
  const refusal = new Error('no such channel');
  await runAll({ steps, onState, run: async ({ key }) => (key === 'c' ? Promise.reject(refusal) : key) });
  expect(states.get('c')).toEqual({ error: refusal });
  expect([...states.values()].filter((state) => state === 'done')).toHaveLength(5);
});

test('never more at once than there are lanes', async () => {
  let now = 0;
  let most = 0;
  const run = async () => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now -= 1;
  };
  await runAll({ steps, run, onState: () => undefined, lanes: 2 });
  expect(most).toBe(2);
});

test('steps that have not begun at a stop stay unchanged', async () => {
  const { states, onState } = record();
  await runAll({ steps, onState, run: async () => undefined, isStopped: () => states.size >= 2, lanes: 1 });
  expect([...states.keys()]).toEqual(['a', 'b']);
});

test('"too many" is asked again after longer and longer pauses, anything else is not', async () => {
  const pauses: number[] = [];
  const pause = async (attempt: number) => void pauses.push(attempt);
  let left = 3;
  const ask = async () => (left-- > 0 ? Promise.reject(new Error('too many')) : 'done');
  const isTooMany = (error: unknown) => error instanceof Error && error.message === 'too many';
  expect(await patiently({ ask, isTooMany, pause })).toBe('done');
  expect(pauses).toEqual([0, 1, 2]);
  const refused = patiently({ ask: () => Promise.reject(new Error('gone')), isTooMany, pause });
  await expect(refused).rejects.toThrow('gone');
  expect(pauses).toHaveLength(3);
});
