/**
 * What a text says, without how it was written: case, accents, Arabic vowel signs and the like fall away, so that
 * somebody who types in a hurry finds what somebody else wrote with care.
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

/** Letters that one language writes in another way than its neighbour, or at the end of a word. */
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
/** Japanese has no spaces: a run of these letters is taken in pairs. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}ー]+/gu;

/** The words of a text, folded; each as often as it stands there. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const words = folded.replace(UNSPACED, ' ').match(WORDS) ?? [];
  return [...words, ...(folded.match(UNSPACED) ?? []).flatMap(pairsOf)];
}

const pairsOf = (run: string): string[] =>
  run.length < 2 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));

/** Threes of letters, with the word's edges: what is left of a word after a typo. */
export function trigramsOf(word: string): string[] {
  const padded = `^${word}$`;
  return Array.from({ length: Math.max(1, padded.length - 2) }, (_, at) => padded.slice(at, at + 3));
}
