/**
 * Normalizes a text by dropping case, accents, Arabic vowel signs and similar marks. A hurried search then finds
 * carefully written text.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?![\u3099\u309a])\p{M}|[\u0640\u200b-\u200f\u2060-\u206f]/gu, '')
    .normalize('NFC')
    .replace(/[\u30a1-\u30f6]/g, toHiragana)
    .replace(/[ىیےکةۀہھıßøæœđłךםןףץٱؤئ]/g, (letter) => sameLetter[letter] ?? letter);
}

/** Letters that neighboring languages write differently, or that change at the end of a word. */
const sameLetter: Readonly<Record<string, string>> = {
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ئ: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ٱ: 'ا',
  ؤ: 'و',
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

const toHiragana = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 0x60);

const WORDS = /[\p{L}\p{N}]+/gu;
/** Japanese has no spaces, so runs of these letters are split into pairs. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}ー]+/gu;

/** Returns the normalized words of a text, repeated as often as they occur. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const words = folded.replace(UNSPACED, ' ').match(WORDS) ?? [];
  return [...words, ...(folded.match(UNSPACED) ?? []).flatMap(pairsOf)];
}

/** Returns the words without a final "s", which may mark a plural. */
export const stemsOf = (text: string): string[] =>
  wordsOf(text).map((word) => word.replace(/(?<=[a-z]{3})(?<!s)s$/, ''));

const pairsOf = (run: string): string[] =>
  run.length < 2 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));

/** Returns trigrams of letters, including the word's edges, because most trigrams survive a typo. */
export function trigramsOf(word: string): string[] {
  const padded = `^${word}$`;
  return Array.from({ length: Math.max(1, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
}
