import { expect, test } from 'vitest';

test('whatever is loaded of zod later, it tries no `new Function`', async () => {
  await import('./zod-without-eval.ts');
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});
