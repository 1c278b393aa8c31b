import { expect, it } from 'vitest';
import { offerSizes, sizeFor } from './sizes.ts';

const kick = { source: 'kick' } as const;
const twitch = { source: 'twitch' } as const;
const there = (...emotes: Parameters<typeof offerSizes>[0]) =>
  offerSizes(emotes).flatMap(({ size, isThere }) => (isThere ? [size] : []));

it("Kick has one size, the others three; in a mix, Kick's emotes keep theirs", () => {
  expect(there()).toEqual(['small', 'medium', 'large']);
  expect(there(twitch)).toEqual(['small', 'medium', 'large']);
  expect(there(kick, kick)).toEqual(['large']);
  expect(there(kick, twitch)).toEqual(['small', 'medium', 'large']);
  expect(offerSizes([kick, twitch]).map(({ without }) => without)).toEqual([['kick'], ['kick'], []]);
});

it('an unavailable size falls back to another, and applies again later', () => {
  expect(sizeFor('small', offerSizes([kick]))).toBe('large');
  expect(sizeFor('small', offerSizes([kick, twitch]))).toBe('small');
});
