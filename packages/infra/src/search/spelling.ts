/** Shorter words differ by one letter from many other words. */
const FROM_LETTERS = 4;
const TWO_FROM_LETTERS = 7;
/** Weights for no, one and two corrections. A typo ranks above a word that only begins the same. */
const weights = [1, 0.85, 0.7] as const;

/** Returns how likely one word is a typo of the other, or 0 if it needs more than two corrections. */
export function typoLikeness(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter < FROM_LETTERS) return 0;
  const most = shorter < TWO_FROM_LETTERS ? 1 : 2;
  if (Math.abs(one.length - other.length) > most) return 0;
  const corrections = correctionsBetween(one, other);
  return corrections <= most ? (weights[corrections] ?? 0) : 0;
}

/** Counts the letters to add, drop, replace or swap: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance */
function correctionsBetween(one: string, other: string): number {
  let last: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (last[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [last, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
