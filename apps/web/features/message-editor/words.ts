import { type PlaceholderName, placeholders } from '@tally/contract/message-editor/placeholders';
import { languages } from '@tally/contract/texts/index';
import { getLocale } from 'next-intl/server';
import type { PlaceholderWords } from './template/suggestions.tsx';

/** Returns the description of each placeholder. The server picks the language, so pages load only one. */
export async function placeholderWords(): Promise<PlaceholderWords> {
  const locale = await getLocale();
  const { texts } = languages.find((each) => each.value === locale) ?? languages[0];
  const words = placeholders.map(({ name }) => [name, texts.placeholders[name]] as const);
  return Object.fromEntries(words) as Record<PlaceholderName, string>;
}
