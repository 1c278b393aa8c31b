import type { CounterType, Locale, SingleMessageType } from '@tally/contract';
import { placeholdersFor } from '@tally/contract';
import { say } from '@tally/kernel';
import { breakMentions, cleanLine, cut, fill, type Values } from '@tally/message/template';

/** Discord's limit for a channel's name: https://docs.discord.com/developers/resources/channel#channel-object */
const LONGEST = 100;

export interface CounterFacts {
  readonly kind: CounterType;
  readonly isLive: boolean;
  readonly values: Values;
}

type Line = Extract<SingleMessageType, `stat${'Channel' | 'Followers'}${string}`>;

/** The server's own line for this counter. Member counters have none. */
export const lineOf = ({ kind, isLive }: Pick<CounterFacts, 'kind' | 'isLive'>): Line | null => {
  if (kind === 'members') return null;
  if (kind === 'followers') return 'statFollowers';
  return isLive ? 'statChannelLive' : 'statChannelOffline';
};

/** Renders the default text like a template. */
const asPlaceholders = { streamer: '{streamer}', count: '{count}' };

/** Renders the channel's name, which is never empty because Discord requires at least one letter. */
export function renderName(
  locale: Locale,
  facts: CounterFacts,
  own: ReadonlyMap<SingleMessageType, string> | null,
): string {
  const type = lineOf(facts);
  const fallback = say(locale, `statCounters.${type ?? 'members'}`, asPlaceholders);
  const template = (type && own?.get(type)) ?? fallback;
  const filling = {
    values: facts.values,
    placeholders: placeholdersFor(type ?? 'statFollowers'),
    limit: LONGEST,
    place: 'plain' as const,
  };
  const name = cut(breakMentions(cleanLine(fill(template, filling).text)), LONGEST).trim();
  return name || cut(cleanLine(fill(fallback, filling).text), LONGEST);
}
