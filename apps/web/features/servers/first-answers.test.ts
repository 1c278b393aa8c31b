import { expect, test } from 'vitest';
import { byNeed } from './first-answers.ts';

const server = (name: string, errors: number, live: number, posts: number) => ({
  name,
  facts: { errors, posts, live: Array.from({ length: live }) } as never,
});

test('servers with problems come first, then those with someone live, then those that post the most', () => {
  const rows = [server('silent', 0, 0, 0), server('busy', 0, 0, 9), server('live', 0, 2, 1), server('broken', 1, 0, 0)];
  expect(byNeed(rows).map(({ name }) => name)).toEqual(['broken', 'live', 'busy', 'silent']);
});

test('nothing moves before the facts are known', () => {
  const rows = [server('silent', 0, 0, 0), { name: 'not loaded', facts: undefined }];
  expect(byNeed(rows).map(({ name }) => name)).toEqual(['silent', 'not loaded']);
});
