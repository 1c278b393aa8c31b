import { expect, test } from 'vitest';
import { inPath } from './in-path.ts';

test('an address names the server or the person that its page is about', () => {
  expect(inPath('/dashboard/server/801000000000000000/manage')).toEqual({
    named: 'server/801000000000000000',
    kind: 'server',
    id: '801000000000000000',
  });
  expect(inPath('/dashboard/user/700000000000000001')?.kind).toBe('user');
});

test.each(['/dashboard', '/dashboard/server/abc', '/dashboard/server/80100x/manage', '/x/dashboard/server/801000'])(
  '%s names no one',
  (path) => expect(inPath(path)).toBeUndefined(),
);
