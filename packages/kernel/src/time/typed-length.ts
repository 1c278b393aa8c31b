const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Words in the form that `plainTime` returns: lower case, without vowel signs and hamzas. */
const words: readonly (readonly [milliseconds: number, words: string])[] = [
  [SECOND, 's sec secs second seconds ث ثانيه ثواني ثوان'],
  [MINUTE, 'm min mins minute minutes د دقيقه دقائق دقايق'],
  [HOUR, 'h hr hrs hour hours س ساعه ساعات'],
  [DAY, 'd day days ي يوم يوما ايام'],
  [WEEK, 'w wk wks week weeks ا اسبوع اسبوعا اسابيع'],
];
/** Arabic has words for "one" and "two" of a unit, without a number. */
const counted: readonly (readonly [milliseconds: number, words: string])[] = [
  [SECOND, 'ثانيه'],
  [MINUTE, 'دقيقه'],
  [HOUR, 'ساعه'],
  [DAY, 'يوم يوما'],
  [WEEK, 'اسبوع اسبوعا'],
  [2 * SECOND, 'ثانيتان ثانيتين'],
  [2 * MINUTE, 'دقيقتان دقيقتين'],
  [2 * HOUR, 'ساعتان ساعتين'],
  [2 * DAY, 'يومان يومين'],
  [2 * WEEK, 'اسبوعان اسبوعين'],
];
const byWord = (list: typeof words): ReadonlyMap<string, number> =>
  new Map(list.flatMap(([milliseconds, each]) => each.split(' ').map((word) => [word, milliseconds] as const)));
const units = byWord(words);
const wholes = byWord(counted);

/** Matches another part of a length: a number with its unit, or an Arabic word that contains both. */
const part = /^(?:(\d{1,6}(?:\.\d{1,2})?) ?(\p{L}+)|(\p{L}+))(?: and | ?(?=\d)| و ?| |$)/u;

/**
 * Returns the milliseconds of `90`, `90m`, `5 minutes`, `1.5h`, `1h30` or `1d 2h`, typed in English or Arabic. A bare
 * number means minutes. Returns null for any other text, for a repeated unit, and for zero.
 */
export function readLength(plain: string): number | null {
  if (/^\d{1,6}$/.test(plain)) return positive(Number(plain) * MINUTE);
  const clock = /^(\d{1,6}) ?h ?([0-5]?\d)$/.exec(plain);
  if (clock) return positive(Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE);
  const named = new Set<number>();
  let rest = plain;
  let sum = 0;
  while (rest !== '') {
    const [whole, count, word = '', alone = ''] = part.exec(rest) ?? [];
    const unit = count === undefined ? wholes.get(alone) : units.get(word);
    if (whole === undefined || unit === undefined) return null;
    const base = count === undefined ? (units.get(alone) ?? unit / 2) : unit;
    if (named.has(base)) return null;
    named.add(base);
    sum += Math.round(Number(count ?? 1) * unit);
    rest = rest.slice(whole.length);
  }
  return positive(sum);
}

const positive = (milliseconds: number): number | null => (milliseconds > 0 ? milliseconds : null);
