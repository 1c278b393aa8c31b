/** The maximum length of names and titles from strangers. */
const MOST_LETTERS = 80;
/** More combining marks on one letter would cover other lines. */
const MOST_MARKS = 2;

/** One harmless line of untrusted text: no control characters, no stacked marks, not too long. Null if empty. */
export function plainLine(text: string | null): string | null {
  if (text === null) return null;
  const line = text
    .toWellFormed()
    .normalize('NFC')
    // Also removes all direction marks; the display adds its own isolation.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, (sign) => (sign === '\u200d' ? sign : ' '))
    .replace(new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu'), '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(line)].map((each) => each.segment);
  const short = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : line;
  // One grapheme may be as long as a book, because emoji can be joined endlessly.
  return short.slice(0, MOST_LETTERS * 8).toWellFormed() || null;
}

/** Isolates an untrusted name: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
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
