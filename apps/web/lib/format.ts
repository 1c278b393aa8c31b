import { directionOf } from '../i18n/locales.ts';

/**
 * Figures for people. Arabic keeps western digits and the common calendar, as Discord does: ids, times and counters
 * must read the same on both sides.
 */
export const westernDigits = (locale: string) => `${locale}-u-ca-gregory-nu-latn`;

/** Making a format takes a hundred times as long as using it, and lists use the same few in every row. */
function kept<O, F>(make: (locale: string, options?: O) => F): (locale: string, options?: O) => F {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = made.get(key) ?? make(westernDigits(locale), options);
    made.set(key, format);
    return format;
  };
}
const numbers = kept((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const dates = kept(
  (locale, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options?.hour || options?.timeStyle ? { ...options, ...clockStyle() } : options),
);
const spans = kept((locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options));

/** Clocks read as the browser's own do, which draws the fields for times: 08:00, or 8:00 AM. */
function clockStyle(): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  if (typeof document === 'undefined') return {};
  const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  return hourCycle ? { hourCycle } : {};
}

/** 999 · 1.5K · 2.3M. The letters start above 1000 and above 1e6. */
export function shortCount(count: number): string {
  const size = Math.abs(count);
  if (size > 1e6) return `${trim(count / 1e6)}M`;
  if (size > 1000) return `${trim(count / 1000)}K`;
  return String(count);
}

const trim = (value: number): string => String(Math.trunc(value * 10) / 10);

export const fullCount = (count: number, locale: string): string => numbers(locale).format(count);

/** Prices travel in cents. */
export const amount = (cents: number): string => (cents / 100).toFixed(2);

/** In a sentence from right to left a price keeps its own order: 5.00 US$ and not $US 5.00. */
export function price(cents: number, locale: string, currency = 'USD'): string {
  const style = { style: 'currency', currency, minimumFractionDigits: 2 } as const;
  const text = numbers(locale, style).format(cents / 100);
  return directionOf(locale) === 'ltr' ? text : `\u2066${text.replaceAll('\u200f', '')}\u2069`;
}

/** A running clock: 02:14:09. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long something took or takes: 40 ms · 1.8 s · 41.0 s · 3 min · 2 h 14 min · 5 d 3 h. */
export function duration(milliseconds: number, locale: string): string {
  if (milliseconds < 95) return unit(Math.round(milliseconds), 'millisecond', locale, 0);
  if (milliseconds < 60_000) return unit(milliseconds / 1000, 'second', locale, 1);
  const first = steps.findIndex(([, size]) => milliseconds >= size);
  let rest = milliseconds;
  const words: string[] = [];
  for (const [name, size] of steps.slice(first, first + 2)) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) words.push(unit(whole, name, locale, 0));
  }
  return words.join(' ');
}

const unit = (value: number, name: string, locale: string, digits: number): string =>
  numbers(locale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);

export const date = (at: Date, locale: string): string => dates(locale, { dateStyle: 'medium' }).format(at);

export const dateTime = (at: Date, locale: string): string =>
  dates(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** What the clock on the wall shows, here or there. */
export const clockTime = (at: Date, locale: string, timeZone?: string): string =>
  dates(locale, { timeStyle: 'short', ...(timeZone ? { timeZone } : {}) }).format(at);

/** The same for a time that somebody set: 23:00. */
export const timeOfDay = (text: string, locale: string): string =>
  clockTime(new Date(`1970-01-01T${text}:00Z`), locale, 'UTC');

/** A moment in a list: the clock alone today, the day before it otherwise. */
export function moment(at: Date, now: Date, locale: string): string {
  const isToday = at.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  const seconds = isToday ? ({ second: '2-digit' } as const) : {};
  return dates(locale, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    ...seconds,
  }).format(at);
}

/** 3 minutes ago · yesterday · in 2 days. */
export function relativeTime(at: Date, now: Date, locale: string): string {
  const words = spans(locale, { numeric: 'auto' });
  const apart = at.getTime() - now.getTime();
  for (const [name, size] of steps) {
    if (Math.abs(apart) >= size) return words.format(Math.round(apart / size), name);
  }
  return words.format(Math.round(apart / 1000), 'second');
}
