/** The style of a duration: short units (`2h 14m`), or words for a sentence. */
export type DurationStyle = 'narrow' | 'long';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** Formats all durations in the bot, messages and pages: 40ms · 1.8s · 41s · 3m · 2h 14m · 5d 3h. */
export function duration(milliseconds: number, locale: string, style: DurationStyle = 'narrow'): string {
  const length = Math.max(0, milliseconds);
  const say = (value: number, unit: Unit, digits = 0) => formatOf(locale, { unit, style, digits }).format(value);
  if (length > 0 && length < 95) return say(Math.round(length), 'millisecond');
  if (length > 0 && length < 9_950) return say(length / 1000, 'second', 1);
  if (length < 59_500) return say(Math.round(length / 1000), 'second');
  // Shows days and hours, or hours and minutes. Smaller units are rounded away.
  const smallest = length < DAY - MINUTE / 2 ? MINUTE : HOUR;
  let rest = Math.round(length / smallest) * smallest;
  const words: string[] = [];
  for (const [unit, size] of steps) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) words.push(say(whole, unit));
  }
  return words.join(' ');
}

const unitOf = { Minutes: MINUTE, Hours: HOUR, Days: DAY } as const;

const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Formats a change such as `60 → 120` in words if the field is a duration or an instant. Others stay unchanged. */
export function changeInWords(field: string, change: string, locale: string, dated: (at: Date) => string): string {
  const [ending] = /(?:Minutes|Hours|Days)$/.exec(field) ?? [];
  const unit = Object.entries(unitOf).find(([name]) => name === ending)?.[1];
  return unit
    ? change.replace(/\d+/g, (count) => duration(Number(count) * unit, locale, 'long'))
    : change.replace(instant, (at) => dated(new Date(at)));
}

type Unit = 'millisecond' | 'second' | (typeof steps)[number][0];

interface Form {
  readonly unit: Unit;
  readonly style: DurationStyle;
  readonly digits: number;
}

/** Cached, because creating a formatter takes a hundred times as long as using it. */
const made = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, { unit, style, digits }: Form): Intl.NumberFormat {
  const key = `${locale} ${unit} ${style} ${digits}`;
  const known = made.get(key);
  if (known) return known;
  const figures = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // Arabic uses Western digits here, as everywhere in the product.
  const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: 'unit', unit, unitDisplay: style, ...figures });
  made.set(key, format);
  return format;
}
