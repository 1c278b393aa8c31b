import { expect, test } from 'vitest';
import { keyOf } from './key-of.ts';

test.each([
  ['Été 2026 (final).PNG', 'image/png', 'ete-2026-final.png'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpg'],
  ['evil.php.png', 'image/png', 'evil-php.png'],
  ['../x.gif', 'image/gif', 'x.gif'],
  ['صورة.webp', 'image/webp', 'file.webp'],
  [`${'a'.repeat(59)} b.pdf`, 'application/pdf', `${'a'.repeat(59)}.pdf`],
])('%s', (name, type, key) => {
  expect(keyOf({ name, type })).toBe(key);
});
