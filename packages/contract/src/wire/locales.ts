/** The languages of the bot and the dashboard, without their texts, which must not reach the browser. */
export const languageNames = [
  { value: 'en-US', name: 'English', direction: 'ltr' },
  { value: 'ar-SA', name: 'العربية', direction: 'rtl' },
] as const;

export type Locale = (typeof languageNames)[number]['value'];
export const locales = languageNames.map((language) => language.value) as [Locale, ...Locale[]];
export const defaultLocale: Locale = 'en-US';
