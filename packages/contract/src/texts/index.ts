import { type WithPlatforms, withPlatforms } from '../platforms/sentences.ts';
import { languageNames } from '../wire/locales.ts';
import * as ar from './ar/index.ts';
import * as en from './en/index.ts';

/**
 * Texts of the server and the bot for people, in ICU message syntax. English is the shape for every other language, so
 * a missing key is a type error.
 */
type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
export type Texts = Shape<typeof en>;
type English = WithPlatforms<typeof en>;

export const languages = [
  { ...languageNames[0], texts: withPlatforms<Texts>(en, languageNames[0].value) },
  { ...languageNames[1], texts: withPlatforms<Texts>(ar, languageNames[1].value) },
] as const;

/** `errors.notFound`, `session.loggedOut` … */
export type TextKey = { [H in keyof English]: `${H}.${Extract<keyof English[H], string>}` }[keyof English];
