import { systemTimers, type Timers } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { Thread } from './thread.ts';

const log = { error() {} } as never;
const doors = { log };
const answers = new URL('./__fixtures__/answers.ts', import.meta.url);
const begin = (timers: Timers = systemTimers) =>
  new Thread<string, string>(answers, { name: 'test', withinMs: 60_000, heapMb: 64, timers });

describe('a thread', () => {
  it('answers each question in parallel to this thread', async () => {
    const thread = begin();
    expect(await Promise.all(['a', 'b'].map((question) => thread.ask(doors, question)))).toEqual(['a!', 'b!']);
  });
  it('reports an error and continues', async () => {
    const thread = begin();
    await expect(thread.ask(doors, 'throw')).rejects.toThrow('no such answer');
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
  it('replaces a thread that hangs while this process keeps running', async () => {
    let isOver = true;
    const within: Timers['within'] = async (ms, work) => (isOver ? undefined : await systemTimers.within(ms, work));
    const thread = begin({ ...systemTimers, within });
    await expect(thread.ask(doors, 'hang')).rejects.toMatchObject({ code: 'unavailable' });
    isOver = false;
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
  it('ends only the thread when it uses too much memory', async () => {
    const thread = begin();
    await expect(thread.ask(doors, 'eat')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
});
