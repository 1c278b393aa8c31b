import { directionOf } from '../../i18n/locales.ts';

/**
 * Uses western digits and the Gregorian calendar in Arabic too, as Discord does, so ids, times and counters look the
 * same in both.
 */
export const westernDigits = (locale: string) => `${locale}-u-ca-gregory-nu-latn`;

/** Caches formats, because creating one takes a hundred times as long as using it. */
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

/** The browser's own time style, which its time fields also use: 08:00 or 8:00 AM. */
function clockStyle(): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  if (typeof document === 'undefined') return {};
  const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  return hourCycle ? { hourCycle } : {};
}

/** Shortens a count: 999, 1.5K, 2.3M. */
export function shortCount(count: number): string {
  const size = Math.abs(count);
  if (size > 1e6) return `${trim(count / 1e6)}M`;
  if (size > 1000) return `${trim(count / 1000)}K`;
  return String(count);
}

const trim = (value: number): string => String(Math.trunc(value * 10) / 10);

export const fullCount = (count: number, locale: string): string => numbers(locale).format(count);

/** Formats a size in decimal units: 900 kB, 1.4 MB, 2.3 GB. */
export function fileSize(bytes: number): string {
  if (bytes >= 1e9) return `${trim(bytes / 1e9)} GB`;
  return bytes >= 1e6 ? `${trim(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}

/** Converts a price in cents. */
export const amount = (cents: number): string => (cents / 100).toFixed(2);

/** Keeps a price's own order in a right-to-left sentence: 5.00 US$ and not $US 5.00. */
export function price(cents: number, locale: string, currency = 'USD'): string {
  const style = { style: 'currency', currency, minimumFractionDigits: 2 } as const;
  const text = numbers(locale, style).format(cents / 100);
  return directionOf(locale) === 'ltr' ? text : `\u2066${text.replaceAll('\u200f', '')}\u2069`;
}

/** Formats a duration as a clock: 02:14:09. */
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

export { duration } from '@tally/message/duration';

export const date = (at: Date, locale: string): string => dates(locale, { dateStyle: 'medium' }).format(at);

/** Formats the heading of a month. */
export const monthAndYear = (at: Date, locale: string): string =>
  dates(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);

export const dateTime = (at: Date, locale: string, timeZone?: string): string =>
  dates(locale, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) }).format(at);

/** Formats a date in UTC, for pages that the server renders for all visitors. */
export const utcDate = (at: Date, locale: string): string =>
  dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);

/** Formats a full date for screen readers: Thursday, December 24, 2026. */
export const wholeDate = (at: Date, locale: string): string =>
  dates(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(at);

export const weekday = (at: Date, locale: string, width: 'narrow' | 'long'): string =>
  dates(locale, { weekday: width, timeZone: 'UTC' }).format(at);

export const utcDateTime = (at: Date, locale: string): string =>
  `${dates(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Rounds down, because a service that was down for a minute did not have 100 % uptime. */
export const percent = (share: number, locale: string): string =>
  numbers(locale, { style: 'percent', maximumFractionDigits: 2 }).format(Math.floor(share * 10_000) / 10_000);

/** Formats the local time in the browser's or the given zone. */
export const clockTime = (at: Date, locale: string, timeZone?: string): string =>
  dates(locale, { timeStyle: 'short', ...(timeZone ? { timeZone } : {}) }).format(at);

/** Formats a time of day that a person set: 23:00. */
export const timeOfDay = (text: string, locale: string): string =>
  clockTime(new Date(`1970-01-01T${text}:00Z`), locale, 'UTC');

/** Formats a time in a list: only the clock for today, with the date for other days. */
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

/** Formats a relative time: 3 minutes ago, yesterday, in 2 days. */
export function relativeTime(at: Date, now: Date, locale: string): string {
  const words = spans(locale, { numeric: 'auto' });
  const apart = at.getTime() - now.getTime();
  for (const [name, size] of steps) {
    if (Math.abs(apart) >= size) return words.format(Math.round(apart / size), name);
  }
  return words.format(Math.round(apart / 1000), 'second');
}

/** Formats a number of days from today: yesterday, tomorrow. */
export const dayName = (days: number, locale: string): string => spans(locale, { numeric: 'auto' }).format(days, 'day');

/** Shortens a time zone: `America/New_York` becomes `New York`. */
export const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
