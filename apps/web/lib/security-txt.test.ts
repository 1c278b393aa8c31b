import { expect, it } from 'vitest';
import { securityTxt } from './security-txt.ts';

it('says where to report a weakness, and is not out of date', async () => {
  const text = await securityTxt().text();
  expect(text).toMatch(/^Contact: http.+\/support$/m);
  expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
});
