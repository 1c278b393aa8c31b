import { expect, test } from 'vitest';
import { nameCommands } from './index.ts';

test('a command that an answer names can be clicked, in the language of the reader’s client', () => {
  const ids = new Map([['setup', '7']]);
  const isPath = (path: string) => path === 'setup test' || path === 'sync';
  const name = (text: string, most = 100) => nameCommands(text, most, { locale: 'ar-SA', ids, isPath });
  expect(name('Try `/setup test`.')).toBe('Try </setup test:7>.');
  // Discord has no mention for the first word alone, nor for a command that is not registered yet.
  expect(name('`/setup`, `/sync`, `/etc/passwd`')).toBe('`/إعداد`, `/مزامنة`, `/etc/passwd`');
  expect(name('`/setup test`', 10)).toBe('`/إعداد تجربة`');
});
