import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newIntent } from './intent.ts';
import { findDraft, findIntent, forgetDraft, forgetIntent, keepDraft, keepIntent } from './kept-draft.ts';

const isText = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'text' in value;

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is restored until it is discarded', () => {
  const draft = { saved: { text: 'a' }, version: '1', now: { text: 'b' } };
  keepDraft('x', draft);
  expect(findDraft('x', isText)).toEqual(draft);
  expect(findDraft('y', isText)).toBeNull();
  forgetDraft('x');
  expect(findDraft('x', isText)).toBeNull();
});

test('the intent of a draft outlives a reload until it has worked', () => {
  const intent = newIntent();
  keepIntent('x', intent);
  expect([findIntent('x'), findIntent('y')]).toEqual([intent, null]);
  stored.set('intent y', 'another text');
  expect(findIntent('y')).toBeNull();
  forgetIntent('x');
  expect(findIntent('x')).toBeNull();
});

test.each(['{', '"text"', '{"saved":{"text":"a"}}', '{"saved":1,"now":2}'])('%s is no draft', (text) => {
  stored.set('draft x', text);
  expect(findDraft('x', isText)).toBeNull();
});

test('a browser without storage is only a comfort less', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  keepDraft('x', { saved: 1, version: 1, now: 2 });
  expect(findDraft('x', isText)).toBeNull();
});
