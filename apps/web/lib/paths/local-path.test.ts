import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/dashboard', '/premium?tier=plus', '/dashboard/server/112233445566778899/notifications#top', '/a%2Fb'])(
  'returns to %s',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test.each([
  undefined,
  null,
  '',
  'dashboard',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?next=/login',
  '/logout',
  '/api/tally/@me',
  `/${'a'.repeat(2000)}`,
])('does not go to %j', (path) => {
  expect(localPath(path)).toBe('/dashboard');
});
