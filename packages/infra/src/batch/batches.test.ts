import type { Ctx } from '@tally/kernel';
import { testClock } from '@tally/tests/context';
import { describe, expect, it, vi } from 'vitest';
import { DatabaseDownError } from '../db/index.ts';
import { createBatches, type Gathering, gather } from './index.ts';

const down = () => new DatabaseDownError('down');

/** Converts words to capitals. Batches wait for `pass`, which finishes the oldest batch. */
function open(about: Partial<Gathering<string, string>> = {}) {
  const clock = testClock();
  const ctx = { batches: createBatches(), timers: clock.timers } as Ctx;
  const batches: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const add = gather<string, string>({
    name: 'test/words',
    async write(_ctx, words) {
      batches.push([...words]);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.push((error) => (error ? reject(error) : resolve()));
      await promise;
      return words.map((word) => word.toUpperCase());
    },
    ...about,
  });
  return {
    ctx,
    batches,
    clock,
    add: (...words: readonly string[]): Promise<string>[] => words.map((word) => add(ctx, word)),
    pass: async (error?: Error) => {
      await vi.waitFor(() => expect(ends).not.toHaveLength(0));
      ends.shift()?.(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a gathering', () => {
  it('writes the first item at once, and later arrivals in the next batch', async () => {
    const { add, batches, pass } = open();
    const answers = add('a', 'b', 'c');
    expect(batches).toEqual([['a']]);
    await pass();
    await pass();
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  it('keeps to the most items of a batch, and to the batches at once', async () => {
    const { add, batches, pass } = open({ most: 2, atOnce: 2 });
    void add('a', 'b', 'c', 'd', 'e');
    expect(batches).toEqual([['a'], ['b']]);
    await pass();
    expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
    await pass();
    expect(batches.at(-1)).toEqual(['e']);
  });

  it('has lines that do not wait for each other', () => {
    const { add, batches } = open({ lineOf: (word) => word.slice(0, 1) });
    void add('a1', 'b1', 'a2');
    expect(batches).toEqual([['a1'], ['b1']]);
  });

  it('writes one item of a key at a time', async () => {
    const { add, batches, pass } = open({ atOnce: 2, keyOf: (word) => word.slice(0, 1) });
    void add('a1', 'a2', 'a3', 'b1');
    expect(batches).toEqual([['a1'], ['b1']]);
    await pass();
    expect(batches.at(-1)).toEqual(['a2']);
    await pass();
    await pass();
    expect(batches.at(-1)).toEqual(['a3']);
  });

  it('merges waiting items', async () => {
    const { add, batches, pass } = open({ keyOf: (word) => word.slice(0, 1), merge: (one, other) => one + other });
    const answers = add('a1', 'a2', 'b1', 'a3');
    await pass();
    await pass();
    expect(batches).toEqual([['a1'], ['a2a3', 'b1']]);
    expect(await Promise.all(answers)).toEqual(['A1', 'A2A3', 'B1', 'A2A3']);
  });

  it('waits for more items where it should', async () => {
    const { add, batches, clock } = open({
      wait: ({ timers }, { waiting }) => (waiting < 2 ? timers.pause(1_000) : null),
    });
    void add('a', 'b');
    expect(batches).toEqual([]);
    clock.move(1_000);
    await vi.waitFor(() => expect(batches).toEqual([['a', 'b']]));
  });

  it('writes a failed batch one by one', async () => {
    const { add, batches, pass } = open();
    const answers = Promise.allSettled(add('a', 'b', 'c'));
    await pass();
    await pass(new Error('b is odd'));
    await pass(new Error('b is odd'));
    await pass();
    expect(batches).toEqual([['a'], ['b', 'c'], ['b'], ['c']]);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails all items if the database is down', async () => {
    const { add, batches, pass } = open();
    const answers = Promise.allSettled(add('a', 'b', 'c'));
    await pass();
    await pass(down());
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(batches).toHaveLength(2);
  });

  it('keeps items while the database is down, and writes them with the next one', async () => {
    const { add, batches, pass } = open({
      keyOf: (word) => word.slice(0, 1),
      merge: (one, other) => one + other,
      kept: 2,
    });
    const answers = Promise.allSettled(add('a1', 'a2', 'b1', 'c1'));
    await pass(down());
    expect((await answers).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(batches).toEqual([['a1']]);
    const [next] = add('b2');
    await pass();
    expect(batches.at(-1)).toEqual(['a1a2', 'b1b2']);
    expect(await next).toBe('B1B2');
  });
});

describe('works in turn', () => {
  it('run one after the other, each name for itself, also after a failed one', async () => {
    const { batches } = open().ctx;
    const first = Promise.withResolvers<string>();
    const begun: string[] = [];
    const work = (name: string, end: Promise<string>) => () => {
      begun.push(name);
      return end;
    };
    const done = Promise.allSettled([
      batches.inTurn('x', work('one', first.promise)),
      batches.inTurn('x', work('two', Promise.resolve('2'))),
      batches.inTurn('y', work('other', Promise.resolve('3'))),
    ]);
    expect(begun).toEqual(['one', 'other']);
    first.reject(new Error('broken'));
    expect((await done).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(begun).toEqual(['one', 'other', 'two']);
  });
});
