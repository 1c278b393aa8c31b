import { defaultLocale, type Locale, languages, type TextKey } from '@tally/contract';
import { IntlMessageFormat } from 'intl-messageformat';

const formats = new Map<string, IntlMessageFormat>();

/** Returns the locale for numbers in `Intl`, because we use Western digits in every language, as the pages do. */
export const withWesternFigures = (locale: Locale): string => `${locale}-u-nu-latn`;

/** Returns the sentence for a key in a language, with its values filled in. */
export function say(locale: Locale, key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const cacheKey = `${locale} ${key}`;
  let format = formats.get(cacheKey);
  if (!format) {
    format = new IntlMessageFormat(template(locale, key), withWesternFigures(locale));
    formats.set(cacheKey, format);
  }
  return String(format.format(values));
}

function template(locale: Locale, key: TextKey): string {
  const language = languages.find((each) => each.value === locale) ?? languages[0];
  const [home, word] = key.split('.') as [string, string];
  const homes = language.texts as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return homes[home]?.[word] ?? key;
}

/** Returns the best of our languages for an `Accept-Language` header or a Discord locale. */
export const chooseLocale = (wanted: string | undefined): Locale => findLocale(wanted) ?? defaultLocale;

/** Returns null if the header names none of our languages, like the `*` of clients without a preference. */
export function findLocale(wanted: string | undefined): Locale | null {
  for (const part of (wanted ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? '';
    const exact = languages.find((language) => language.value.toLowerCase() === tag);
    const sameTongue = languages.find((language) => tag !== '' && language.value.split('-')[0] === tag.split('-')[0]);
    const found = exact ?? sameTongue;
    if (found) return found.value;
  }
  return null;
}
