import { DiscordId, type Locale } from '@tally/contract';
import { say } from '@tally/kernel';
import type { SlashCall } from './call.ts';
import type { Option } from './definition.ts';
import { wordIn } from './languages.ts';

/**
 * Returns what is wrong with the values, or null. Discord's client respects the options we registered, but an outdated
 * registration or a hand-made request may not.
 */
export function findBadOption(options: readonly Option[], call: SlashCall): ((locale: Locale) => string) | null {
  for (const option of options) {
    const value = call.options[option.name];
    const isMissing = value === undefined;
    if (isMissing ? !option.isRequired : isGood(option, value)) continue;
    return (locale) =>
      say(locale, isMissing ? 'commands.missingOption' : 'commands.badOption', {
        option: wordIn(locale, option.name),
      });
  }
  return null;
}

function isGood(option: Option, value: string | number | boolean): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = option;
  if (option.choices && !option.choices.some((choice) => choice.value === value)) return false;
  switch (option.type) {
    case 'text':
      return typeof value === 'string' && value.length >= min && value.length <= max;
    case 'whole':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
    case 'yesNo':
      return typeof value === 'boolean';
    case 'user':
    case 'channel':
    case 'role':
    case 'attachment':
      return DiscordId.safeParse(value).success;
  }
}
