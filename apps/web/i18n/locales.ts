import { languageNames } from '@tally/contract/wire/locales';

export { defaultLocale, type Locale, locales } from '@tally/contract/wire/locales';
export { languageNames as languages };

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  languageNames.find((language) => language.value === locale)?.direction ?? 'ltr';
