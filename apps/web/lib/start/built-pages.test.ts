import { expect, test } from 'vitest';
import { isBuilt } from './built-pages.ts';
import { pagesOnDisk } from './pages-on-disk.ts';

const built = pagesOnDisk('apps/web/app');

test('finds the pages on disk, without their groups', () => {
  expect(built).toContain('/');
  expect(built).toContain('/select');
  expect(built).toContain('/dashboard/server/[id]/manage');
  expect(built).toContain('/vote');
  expect(built.join(' ')).not.toMatch(/\(|page|\\/);
});

test.each([
  ['/', true],
  ['/#top-servers', true],
  ['/dashboard/server/123/notifications/kick?add=1', true],
  ['/files/a/b.png', true],
  ['/invite?guildId=1', true],
  ['https://docs.example', true],
  ['/no-such-page', false],
  ['/dashboard/server/123/no-such-tool', false],
])('%s is built: %s', (href, is) => {
  expect(isBuilt(href, built)).toBe(is);
});
