const DIGIT = /\p{Nd}/u;

/**
 * Converts digits of every script to 0–9, so ٢, ۲, २ and ２ become 2. In Unicode, the ten digits of a script form a row,
 * and the value is the position in that row. Some rows are adjacent, like Myanmar's two.
 */
export const westernDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));

function valueOf(codePoint: number): number {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - before - 1))) before += 1;
  return before % 10;
}
