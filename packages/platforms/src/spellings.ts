/**
 * Returns the same words with other separators. Pages show `Lumi_Vale` or `Lofi Girl` where a URL has `lumi-vale` or
 * `lofigirl`. `signs` are the separators that the platform allows, likeliest first.
 */
export function spellingsOf(text: string, signs: readonly string[]): string[] {
  const typed = text.trim().replace(/^@/, '').toLowerCase();
  // A URL has only one spelling.
  if (typed.includes('/')) return [];
  const words = typed.split(/[\s_.-]+/u).filter((word) => word !== '');
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return signs.map((sign) => words.join(sign)).filter((name) => name !== typed);
}

/** A name has few words. A longer text is a sentence pasted by mistake. */
const MOST_WORDS = 5;
