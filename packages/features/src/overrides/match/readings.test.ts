import { describe, expect, it } from 'vitest';
import { createBudget, readWithin } from './readings.ts';
import { isUsable } from './words.ts';

/** Each pattern is just within the limit for a single one. */
const large = (count: number) => Array.from({ length: count }, (_, place) => `/(.?.?.?){110}q${place}/`);
const readAll = (texts: readonly string[]) => {
  const budget = createBudget();
  return texts.map((text) => {
    const read = readWithin(budget, text);
    return isUsable(read) ? 'read' : read.problem;
  });
};

describe('the patterns of one server', () => {
  it('are read up to a sum, and no further', () => {
    const read = readAll(large(2000));
    expect([read.indexOf('manyPatterns'), new Set(read.slice(5))]).toEqual([5, new Set(['manyPatterns'])]);
  });
  it('may be a hundred usual ones', () => {
    const usual = Array.from({ length: 100 }, (_, place) => `/rank(ed)? ${place}+/`);
    expect(new Set(readAll(usual))).toEqual(new Set(['read']));
  });
  it('count where they cannot be used, too', () => {
    const faulty = Array.from({ length: 2000 }, (_, place) => `/${String.raw`\pL`.repeat(60)}(${place}/`);
    expect(readAll(faulty).lastIndexOf('openGroup')).toBeLessThan(30);
    const huge = Array.from({ length: 2000 }, (_, place) => `/${'.{1000}'.repeat(20)}${place}/`);
    expect(readAll(huge).lastIndexOf('bigPattern')).toBe(0);
  });
  it('leave words alone, however many', () => {
    const words = Array.from({ length: 5000 }, (_, place) => `*word ${place}*`);
    expect(new Set(readAll([...large(6), ...words]).slice(6))).toEqual(new Set(['read']));
  });
});
