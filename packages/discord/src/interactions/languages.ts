import { type Locale, locales } from '@tally/contract';
import { say, UpstreamError } from '@tally/kernel';

interface DiscordLocale {
  readonly locale: Locale;
  /** Discord's own word for it. */
  readonly word: string;
}

/**
 * Discord's words for the languages that we may speak; Persian and Urdu it does not have. English needs none: it is
 * what stands there for everybody else. https://docs.discord.com/developers/reference#locales
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
 * The published specification knows them (`AvailableLocalesEnum`), the page with the list does not yet; see
 * docs/decisions/0074. https://github.com/discord/discord-api-spec
 */
const onlySpecified: ReadonlySet<string> = new Set(['ar', 'he']);

export const discordLocales: readonly DiscordLocale[] = locales.flatMap((locale) => {
  const word = words[locale];
  return word ? [{ locale, word }] : [];
});

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const INVALID_FORM = 50_035;

/**
 * Tells Discord something that carries translations. Where it does not take all of our languages, it is told in those of
 * its list: better in fewer languages than not at all.
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

/** The same in the languages of its list alone. */
export function listedOnly(bodies: readonly object[]): object[] {
  const text = JSON.stringify(bodies, (key, value: unknown) =>
    key.endsWith('_localizations') && typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([word]) => !onlySpecified.has(word)))
      : value,
  );
  return JSON.parse(text) as object[];
}

/** What a word of a command is called in a language; the word itself where nobody has said. */
export function wordIn(locale: Locale, word: string): string {
  const key = `commandWords.${word}` as Parameters<typeof say>[1];
  const text = say(locale, key);
  return text === key ? word : text;
}

/** `/setup test`, as somebody types it who reads this language. */
export const pathIn = (locale: Locale, path: string): string =>
  path
    .split(' ')
    .map((word) => wordIn(locale, word))
    .join(' ');
