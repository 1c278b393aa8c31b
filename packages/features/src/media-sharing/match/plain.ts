/** We cut names and titles from strangers to this length. */
const MOST_LETTERS = 80;
/** With more combining marks on one letter, the letter would cover other lines. */
const MOST_MARKS = 2;

/** Makes untrusted text safe to show on one line, without control characters or stacked marks. Null if empty. */
export function plainLine(text: string | null): string | null {
  if (text === null) return null;
  const line = text
    .toWellFormed()
    .normalize('NFC')
    // This also removes direction marks. The page isolates each name itself.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, (sign) => (sign === '\u200d' ? sign : ' '))
    .replace(new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu'), '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(line)].map((each) => each.segment);
  const short = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : line;
  // Emoji can be joined endlessly, so even one grapheme may be very long.
  return short.slice(0, MOST_LETTERS * 8).toWellFormed() || null;
}

/** Isolates the direction of an untrusted name: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase('und')
    .replace(/[\p{Cf}\s]+/gu, ' ');

/** Returns whether one of the words occurs in one of the texts, in any spelling variant. */
export function holdsBannedWord(words: readonly string[], texts: readonly (string | null)[]): boolean {
  const wanted = words.map((word) => folded(word).trim()).filter((word) => word !== '');
  return texts.some((text) => text !== null && wanted.some((word) => folded(text).includes(word)));
}
