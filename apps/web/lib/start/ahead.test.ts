import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ahead, isAhead } from './ahead.ts';

/** A list on a server that answers when the test tells it to. */
function makeList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const queryKey = ['list'];
  const stored: string[] = [];
  const shown: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<void>>();
  let asked = 0;
  const read = () => client.fetchQuery({ queryKey, queryFn: () => [...stored], staleTime: 0 });
  const options = {
    mutationFn: async (word: string) => {
      const answer = Promise.withResolvers<void>();
      answers.set(word, answer);
      await answer.promise;
      stored.push(word);
    },
    ...ahead<string[], string>(client, {
      queryKey,
      guess: (now, word) => [...now, word],
      refresh() {
        asked++;
        return read();
      },
    }),
  };
  client.getQueryCache().subscribe(() => {
    shown.push((client.getQueryData<string[]>(queryKey) ?? []).join(' '));
  });
  return {
    client,
    queryKey,
    shown,
    start: read,
    asked: () => asked,
    now: () => client.getQueryData<string[]>(queryKey),
    press: (word: string) => {
      const done = new MutationObserver(client, options).mutate(word);
      done.catch(() => {});
      return done;
    },
    answer: async (word: string, error?: Error) => {
      await expect.poll(() => answers.has(word)).toBe(true);
      if (error) answers.get(word)?.reject(error);
      else answers.get(word)?.resolve();
    },
  };
}

test('a second change stays visible while the first is answered', async () => {
  const { start, press, answer, shown, asked, now, client, queryKey } = makeList();
  await start();
  const first = press('one');
  const second = press('two');
  await expect.poll(now).toEqual(['one', 'two']);
  shown.length = 0;
  await answer('one');
  await first;
  expect(asked()).toBe(0);
  expect(isAhead(client, queryKey)).toBe(true);
  await answer('two');
  await second;
  expect(asked()).toBe(1);
  expect(isAhead(client, queryKey)).toBe(false);
  expect(new Set(shown)).toEqual(new Set(['one two']));
});

test('a refused change is undone, and no other one with it', async () => {
  const { start, press, answer, now } = makeList();
  await start();
  const first = press('one');
  const second = press('two');
  await answer('one', new Error('No'));
  await expect(first).rejects.toThrow('No');
  expect(now()).toEqual(['one', 'two']);
  await answer('two');
  await second;
  expect(now()).toEqual(['two']);

  const third = press('three');
  await expect.poll(now).toEqual(['two', 'three']);
  await answer('three', new Error('No'));
  await expect(third).rejects.toThrow('No');
  expect(now()).toEqual(['two']);
});
