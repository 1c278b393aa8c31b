import type { MessageHome, Messages } from './homes.ts';
import type { Locale } from './locales.ts';

/** The sentences of some homes, for parts that load late: the page itself does not carry them. */
export async function lateMessages<H extends MessageHome>(
  locale: Locale,
  homes: readonly H[],
): Promise<Pick<Messages, H>> {
  const files = await Promise.all(
    homes.map(async (home) => {
      const file = (await import(`../messages/${locale}/${home}.json`)) as { default: unknown };
      return [home, file.default] as const;
    }),
  );
  return Object.fromEntries(files) as unknown as Pick<Messages, H>;
}
