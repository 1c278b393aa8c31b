import { languageNames } from '@tally/contract/locales';

export { defaultLocale, type Locale, locales } from '@tally/contract/locales';
export { languageNames as languages };

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  languageNames.find((language) => language.value === locale)?.direction ?? 'ltr';
