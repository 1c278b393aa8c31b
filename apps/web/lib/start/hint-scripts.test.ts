import { expect, test } from 'vitest';
import { hinted } from './hint-scripts.ts';

test('the hint is the first line, once, however often the build is repeated', () => {
  const once = hinted('"use strict";\nrun();\n');
  expect(once.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad');
  expect(once.endsWith('\n"use strict";\nrun();\n')).toBe(true);
  expect(hinted(once)).toBe(once);
});
