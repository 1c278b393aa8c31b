import { type WithPlatforms, withPlatforms } from '../platforms/sentences.ts';
import { languageNames } from '../wire/locales.ts';
import * as ar from './ar/index.ts';
import * as en from './en/index.ts';

/**
 * The texts of the server and the bot, in ICU message syntax. English defines the keys for all other languages, so a
 * missing key is a type error.
 */
type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
export type Texts = Shape<typeof en>;
type English = WithPlatforms<typeof en>;

export const languages = [
  { ...languageNames[0], texts: withPlatforms<Texts>(en, languageNames[0].value) },
  { ...languageNames[1], texts: withPlatforms<Texts>(ar, languageNames[1].value) },
] as const;

/** A key such as `errors.notFound` or `session.loggedOut`. */
export type TextKey = { [H in keyof English]: `${H}.${Extract<keyof English[H], string>}` }[keyof English];
