import { expect, test } from 'vitest';

test('no part of zod that loads later tries `new Function`', async () => {
  await import('./zod-without-eval.ts');
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});
