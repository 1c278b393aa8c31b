import type { z } from 'zod';
import { defaultLocale, type Locale, locales } from '../../i18n/locales.ts';

type Complaints = { default: () => { localeError: z.core.$ZodErrorMap } };

/** The validation messages by language. English is built into zod. https://zod.dev/error-customization#locales */
const loaders: Readonly<Record<Locale, (() => Promise<Complaints>) | null>> = {
  'en-US': null,
  'ar-SA': async () => await import('zod/v4/locales/ar.js'),
};

/** Returns the validation messages in the reader's language. */
export async function complaintsIn(locale: string): Promise<{ error?: z.core.$ZodErrorMap }> {
  const load = loaders[locales.find((each) => each === locale) ?? defaultLocale];
  return load ? { error: (await load()).default().localeError } : {};
}
