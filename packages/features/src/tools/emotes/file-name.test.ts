import { expect, it } from 'vitest';
import { nameOnce, safeName } from './service/file-name.ts';

it.each([
  ['LUL', 'LUL'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\x', '_x'],
  ['CON', '_CON'],
  ['nul.png', '_nul.png'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['a\u0000b\nc', 'abc'],
  [':tf:', '_tf_'],
  ['...', 'emote'],
  ['\u200B', 'emote'],
  ['\uD800', 'emote'],
  ['قلب', 'قلب'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('%j becomes the file %j', (name, file) => {
  expect(safeName(name)).toBe(file);
});

it('no two files have one name, also where capitals and small letters are the same', () => {
  const nameOf = nameOnce();
  const given = ['Kappa', 'kappa', 'Kappa', 'Kappa_2'].map((name) => nameOf(name, 'png'));
  expect(given).toEqual(['Kappa.png', 'kappa_2.png', 'Kappa_3.png', 'Kappa_2_2.png']);
  expect(nameOf('Kappa', 'gif')).toBe('Kappa.gif');
});
