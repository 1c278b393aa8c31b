import type { Locale } from '@tally/contract';
import { withWesternFigures } from '@tally/kernel';

/** Formats a day like `14 March`, in the reader's language. */
export function showDay(locale: Locale, { month, day }: { readonly month: number; readonly day: number }): string {
  // 2024 is a leap year, so 29 February works.
  const date = Date.UTC(2024, month - 1, day);
  return new Intl.DateTimeFormat(withWesternFigures(locale), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(date);
}

const MOST_ZONES = 25;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Finds zones that contain the typed words, with any separator: `new york` finds `America/New_York`. */
export function zonesLike(typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter((word) => word !== '');
  const found = zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
  // Cities that start with the first word come first.
  const starts = (zone: string): number => (words[0] && cityOf(zone).startsWith(words[0]) ? 0 : 1);
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, MOST_ZONES);
}

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? '').toLowerCase();
