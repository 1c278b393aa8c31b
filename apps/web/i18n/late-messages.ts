import { withPlatforms } from '@tally/contract/platforms/sentences';
import type { MessageHome, Messages } from './homes.ts';
import type { Locale } from './locales.ts';

const filled = new Map<string, unknown>();

/** Loads the texts of some message files for parts that load late, which keeps them out of the page. */
export async function lateMessages<H extends MessageHome>(
  locale: Locale,
  homes: readonly H[],
): Promise<Pick<Messages, H>> {
  const files = await Promise.all(
    homes.map(async (home) => {
      const file = (await import(`../messages/${locale}/${home}.json`)) as { default: object };
      const name = `${locale} ${home}`;
      if (!filled.has(name)) filled.set(name, withPlatforms(file.default, locale));
      return [home, filled.get(name)] as const;
    }),
  );
  return Object.fromEntries(files) as unknown as Pick<Messages, H>;
}
