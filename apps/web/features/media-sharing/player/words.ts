import type { Messages } from '../../../i18n/homes.ts';
import { type Locale, locales } from '../../../i18n/locales.ts';

export type PlayerWords = Messages['media-player'];

/** Returns the texts in every language, because the server sends the owner's language later. */
export async function playerWords(): Promise<Record<Locale, PlayerWords>> {
  const read = async (locale: Locale) => {
    const file = (await import(`../../../messages/${locale}/media-player.json`)) as { default: PlayerWords };
    return [locale, file.default] as const;
  };
  return Object.fromEntries(await Promise.all(locales.map(read))) as Record<Locale, PlayerWords>;
}
