import { systemTimers } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { Thread } from './thread.ts';

const log = { error() {} } as never;
const doors = { timers: systemTimers, log };
const answers = new URL('./__fixtures__/answers.ts', import.meta.url);
const begin = () => new Thread<string, string>(answers, { name: 'test', withinMs: 60_000, heapMb: 64 });

describe('a thread', () => {
  it('answers each question with its own answer, beside this thread', async () => {
    const thread = begin();
    expect(await Promise.all(['a', 'b'].map((question) => thread.ask(doors, question)))).toEqual(['a!', 'b!']);
  });
  it('says what went wrong, and goes on', async () => {
    const thread = begin();
    await expect(thread.ask(doors, 'throw')).rejects.toThrow('no such answer');
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
  it('that hangs gives way to another one, and this process goes on meanwhile', async () => {
    const thread = begin();
    const timers = { ...systemTimers, within: async () => undefined };
    await expect(thread.ask({ log, timers }, 'hang')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
  it('that takes too much memory ends alone', async () => {
    const thread = begin();
    await expect(thread.ask(doors, 'eat')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await thread.ask(doors, 'a')).toBe('a!');
  });
});
