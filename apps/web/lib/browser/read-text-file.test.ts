import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

test.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa4]],
  ['UTF-16, little end first', [0xff, 0xfe, 0x61, 0x00, 0xe4, 0x00]],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61, 0x00, 0xe4]],
])('%s', async (_, bytes) => expect(await readTextFile(new Blob([Uint8Array.from(bytes)]), 9)).toBe('aä'));

test('a file that is too large is not read', async () => {
  expect(await readTextFile(new Blob(['ada']), 2)).toBeNull();
});
