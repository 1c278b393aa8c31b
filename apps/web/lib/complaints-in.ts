import type { z } from 'zod';

/** What schemas complain of, in the reader's language. English is built in. */
export async function complaintsIn(locale: string): Promise<{ error?: z.core.$ZodErrorMap }> {
  if (!locale.startsWith('ar')) return {};
  const { default: arabic } = await import('zod/v4/locales/ar.js');
  return { error: arabic().localeError };
}
