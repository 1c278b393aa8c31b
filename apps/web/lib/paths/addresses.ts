import { defaultLocale, type Locale, locales } from '../../i18n/locales.ts';
import { isPublicPage } from './public-pages.ts';

/** The language in the page's URL. Only `proxy.ts` sets this header, never a visitor. */
export const LOCALE_HEADER = 'x-locale';

/** URLs and search engines use `ar` for `ar-SA`. */
export const wordOf = (locale: Locale): string => locale.split('-')[0] ?? locale;

const named = new Map(locales.filter((locale) => locale !== defaultLocale).map((locale) => [wordOf(locale), locale]));

/** Reads the language from a public page's URL, such as `/ar/blog`. Null means that the reader's preferences decide. */
export function readAddress(pathname: string): { readonly locale: Locale | null; readonly path: string } {
  const [, word = '', rest = ''] = /^\/([a-z]{2})(\/.*)?$/.exec(pathname) ?? [];
  const locale = named.get(word);
  const path = rest === '' ? '/' : rest;
  return locale !== undefined && isPublicPage(path) ? { locale, path } : { locale: null, path: pathname };
}

/** Returns the path in a language. English has no prefix. */
export function addressIn(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return `/${wordOf(locale)}${path === '/' ? '' : path}`;
}

/** Returns the page's URL in each language, for search engines. Other languages get the URL without a prefix. */
export const languagesOf = (path: string): Record<string, string> =>
  Object.fromEntries([
    ...locales.map((locale) => [wordOf(locale), addressIn(locale, path)] as const),
    ['x-default', path] as const,
  ]);
