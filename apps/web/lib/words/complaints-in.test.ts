import { expect, test } from 'vitest';
import { z } from 'zod';
import { complaintsIn } from './complaints-in.ts';

test('the error of a value is in the reader’s language', async () => {
  const said = async (locale: string) => z.string().safeParse(1, await complaintsIn(locale)).error?.issues[0]?.message;
  expect(await said('en-US')).toMatch(/^Invalid input/);
  expect(await said('ar-SA')).toMatch(/[\u0600-\u06ff]/);
});
