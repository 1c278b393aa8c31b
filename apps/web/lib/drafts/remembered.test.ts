import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memories } from './remembered.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('restores a choice', () => {
  memories.latestSeenError.write({ '1': 5 });
  expect(memories.latestSeenError.read()).toEqual({ '1': 5 });
  expect(memories.latestSeenError.read()).toBe(memories.latestSeenError.read());
});

test.each(['not json', '"text"', '{"1":"five"}', 'null'])('%s in the storage counts as never chosen', (text) => {
  stored.set(memories.latestSeenError.key, text);
  expect(memories.latestSeenError.read()).toEqual({});
});

test('without storage a choice lasts as long as the page', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('SecurityError');
    },
    setItem() {
      throw new Error('QuotaExceededError');
    },
  });
  memories.isPromoDismissed.write(true);
  expect(memories.isPromoDismissed.read()).toBe(true);
});

test('every choice has its own place', () => {
  const keys = Object.values(memories).map((each) => each.key);
  expect(new Set(keys).size).toBe(keys.length);
});
