import { ar } from './ar/index.ts';
import { en } from './en/index.ts';

/**
 * What server and bot say to people, in ICU message syntax. English is the shape that every other language
 * must fill: a missing key is a type error.
 */
type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
export type Texts = Shape<typeof en>;

export const languages = [
  { value: 'en-US', name: 'English', direction: 'ltr', texts: en as Texts },
  { value: 'ar-SA', name: 'العربية', direction: 'rtl', texts: ar },
] as const;

export type Locale = (typeof languages)[number]['value'];
export const locales = languages.map((language) => language.value) as [Locale, ...Locale[]];
export const defaultLocale: Locale = 'en-US';

/** `errors.notFound`, `session.loggedOut` … */
export type TextKey = { [H in keyof typeof en]: `${H}.${Extract<keyof (typeof en)[H], string>}` }[keyof typeof en];
