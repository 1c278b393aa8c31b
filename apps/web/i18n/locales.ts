// The languages of the dashboard. The API's own list (`languages` of the contract) carries whole dictionaries,
// which must not reach the browser; a test keeps the two alike.
export const languages = [
  { value: 'en-US', name: 'English', direction: 'ltr' },
  { value: 'ar-SA', name: 'العربية', direction: 'rtl' },
] as const;

export type Locale = (typeof languages)[number]['value'];
export const locales = languages.map((language) => language.value);
export const defaultLocale: Locale = 'en-US';

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  languages.find((language) => language.value === locale)?.direction ?? 'ltr';
