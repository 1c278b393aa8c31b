import { defaultLocale, type Locale, locales } from './locales.ts';

export const LOCALE_COOKIE = 'locale';

/** Returns the person's choice, or the language that best matches the browser's preferences. */
export function chooseLocale(chosen: string | undefined, wishes: string | null): Locale {
  const exact = locales.find((locale) => locale === chosen);
  if (exact) return exact;
  for (const wish of (wishes ?? '').split(',')) {
    const tongue = wish.split(';')[0]?.trim().toLowerCase().split('-')[0];
    const found = locales.find((locale) => locale.split('-')[0] === tongue);
    if (found) return found;
  }
  return defaultLocale;
}
