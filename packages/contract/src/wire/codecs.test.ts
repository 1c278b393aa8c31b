import { expect, it } from 'vitest';
import { z } from 'zod';
import { page } from './codecs.ts';

it.each(['a\0b', '\ud800', '\n', 'x'.repeat(201)])('%j is no cursor', (cursor) => {
  expect(z.safeParse(z.object(page), { cursor }).success).toBe(false);
});
