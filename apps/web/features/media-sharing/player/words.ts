import type { Messages } from '../../../i18n/homes.ts';
import { type Locale, locales } from '../../../i18n/locales.ts';

export type PlayerWords = Messages['media-player'];

/** In every language: the server later says which video plays. */
export async function playerWords(): Promise<Record<Locale, PlayerWords>> {
  const read = async (locale: Locale) => {
    const file = (await import(`../../../messages/${locale}/media-player.json`)) as { default: PlayerWords };
    return [locale, file.default] as const;
  };
  return Object.fromEntries(await Promise.all(locales.map(read))) as Record<Locale, PlayerWords>;
}
