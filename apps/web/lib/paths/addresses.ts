import { defaultLocale, type Locale, locales } from '../../i18n/locales.ts';
import { isPublicPage } from './public-pages.ts';

/** The language in the page's address. Set by `proxy.ts`, never by a visitor. */
export const LOCALE_HEADER = 'x-locale';

/** Addresses and language links for search engines use `ar` for `ar-SA`. */
export const wordOf = (locale: Locale): string => locale.split('-')[0] ?? locale;

const named = new Map(locales.filter((locale) => locale !== defaultLocale).map((locale) => [wordOf(locale), locale]));

/** A public page has one address per language: `/ar/blog`. Null: it names none, and the reader's preferences count. */
export function readAddress(pathname: string): { readonly locale: Locale | null; readonly path: string } {
  const [, word = '', rest = ''] = /^\/([a-z]{2})(\/.*)?$/.exec(pathname) ?? [];
  const locale = named.get(word);
  const path = rest === '' ? '/' : rest;
  return locale !== undefined && isPublicPage(path) ? { locale, path } : { locale: null, path: pathname };
}

/** English has no prefix. */
export function addressIn(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return `/${wordOf(locale)}${path === '/' ? '' : path}`;
}

/** The page's address in each language, for search engines. Other languages get the address without a prefix. */
export const languagesOf = (path: string): Record<string, string> =>
  Object.fromEntries([
    ...locales.map((locale) => [wordOf(locale), addressIn(locale, path)] as const),
    ['x-default', path] as const,
  ]);
