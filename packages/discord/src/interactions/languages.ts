import { type Locale, locales } from '@tally/contract';
import { say, UpstreamError } from '@tally/kernel';

interface DiscordLocale {
  readonly locale: Locale;
  /** Discord's own code for the language. */
  readonly word: string;
}

/**
 * Discord's codes for the languages that we may support. It has none for Persian and Urdu. English needs none, because
 * it is the default text. https://docs.discord.com/developers/reference#locales
 */
const words: Readonly<Partial<Record<string, string>>> = {
  'ar-SA': 'ar',
  'da-DK': 'da',
  'de-DE': 'de',
  'es-ES': 'es-ES',
  'fr-FR': 'fr',
  'he-IL': 'he',
  'ja-JP': 'ja',
  'ro-RO': 'ro',
  'tr-TR': 'tr',
};

/**
 * These languages are in the published specification (`AvailableLocalesEnum`), but not yet on the page with the list
 * (see docs/decisions/0074). https://github.com/discord/discord-api-spec
 */
const onlySpecified: ReadonlySet<string> = new Set(['ar', 'he']);

export const discordLocales: readonly DiscordLocale[] = locales.flatMap((locale) => {
  const word = words[locale];
  return word ? [{ locale, word }] : [];
});

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const INVALID_FORM = 50_035;

/**
 * Sends Discord bodies with translations. If Discord refuses some languages, sends only those on its list, because
 * fewer languages are better than none.
 */
export async function inAllLanguages<T>(
  bodies: readonly object[],
  tell: (bodies: readonly object[]) => Promise<T>,
): Promise<T> {
  try {
    return await tell(bodies);
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.upstreamCode !== INVALID_FORM) throw error;
    return await tell(listedOnly(bodies));
  }
}

/** Keeps only the languages on Discord's list. */
export function listedOnly(bodies: readonly object[]): object[] {
  const text = JSON.stringify(bodies, (key, value: unknown) =>
    key.endsWith('_localizations') && typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([word]) => !onlySpecified.has(word)))
      : value,
  );
  return JSON.parse(text) as object[];
}

/** Returns the name of a command word in a language, or the word itself if it has no translation. */
export function wordIn(locale: Locale, word: string): string {
  const key = `commandWords.${word}` as Parameters<typeof say>[1];
  const text = say(locale, key);
  return text === key ? word : text;
}

/** Returns `/setup test` as people type it in this language. */
export const pathIn = (locale: Locale, path: string): string =>
  path
    .split(' ')
    .map((word) => wordIn(locale, word))
    .join(' ');
