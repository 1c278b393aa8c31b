import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('commas, quotes and line ends stay in their cell', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines', 3, null]])).toBe('\uFEFF"a,b","say ""hi""","two\nlines",3,\r\n');
});

test('no cell is carried out, and numbers below zero stay numbers', () => {
  expect(csvOf([['=cmd', '+1', '-1', '@a', '\tb', -1]])).toBe("\uFEFF'=cmd,'+1,'-1,'@a,'\tb,-1\r\n");
});
