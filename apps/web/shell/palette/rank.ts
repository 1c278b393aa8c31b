/** Normalizes text as people type it: without diacritics, and in Arabic without the hamza, which most people omit. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns how well an item matches the text, from 0 to 1. It must contain every typed word, ideally at the start of a
 * word. Scattered letters do not count, because three of them would match half of the palette.
 */
export function rank(item: string, typed: string): number {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const name = ` ${plain(item).replaceAll(/[/@_-]+/g, ' ')}`;
  return words.reduce((least, word) => Math.min(least, rankOfWord(name, word)), 1);
}

function rankOfWord(name: string, typed: string): number {
  const word = typed.replaceAll(/[/@_-]+/g, ' ').trim();
  if (name.includes(` ${word}`)) return 1;
  return name.includes(word) ? 0.5 : 0;
}
