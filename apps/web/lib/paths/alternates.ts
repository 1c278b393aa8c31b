import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { defaultLocale, locales } from '../../i18n/locales.ts';
import { addressIn, LOCALE_HEADER, languagesOf } from './addresses.ts';

/** Returns a page's canonical URL, and its URLs in other languages. */
export async function alternatesOf(path: string): Promise<NonNullable<Metadata['alternates']>> {
  const asked = (await headers()).get(LOCALE_HEADER);
  const locale = locales.find((each) => each === asked) ?? defaultLocale;
  return { canonical: addressIn(locale, path), languages: languagesOf(path) };
}
