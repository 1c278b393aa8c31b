/** No longer than this, names and titles of strangers. */
const MOST_LETTERS = 80;
/** More signs on one letter are there to cover other lines. */
const MOST_MARKS = 2;

/**
 * What a stranger calls themselves or their video, as one harmless line: nothing that steers the text around it, no
 * towers of signs, not too long. Null where nothing is left.
 */
export function plainLine(text: string | null): string | null {
  if (text === null) return null;
  const line = text
    .toWellFormed()
    .normalize('NFC')
    // Also everything that turns the direction of writing: whoever shows it isolates it anew.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, (sign) => (sign === '\u200d' ? sign : ' '))
    .replace(new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu'), '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(line)].map((each) => each.segment);
  const short = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : line;
  // One letter may be as long as a book: families of emoji are joined without an end.
  return short.slice(0, MOST_LETTERS * 8).toWellFormed() || null;
}

/** So that the direction of a foreign name does not turn the sentence around it: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase('und')
    .replace(/[\p{Cf}\s]+/gu, ' ');

/** Whether one of the words stands in one of the texts, however it is written. */
export function holdsBannedWord(words: readonly string[], texts: readonly (string | null)[]): boolean {
  const wanted = words.map((word) => folded(word).trim()).filter((word) => word !== '');
  return texts.some((text) => text !== null && wanted.some((word) => folded(text).includes(word)));
}
