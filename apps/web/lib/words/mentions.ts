import { clockTime } from './format.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The API's texts contain channels and roles in Discord's format, `<#id>` and `<@&id>`. Pages show `#name` and `@name`,
 * or the raw id if the name is unknown. Names are isolated, because their mark would move to the other side in
 * right-to-left text.
 */
export function plainMentions(
  sentence: string,
  known: { channels?: readonly Named[]; roles?: readonly Named[] },
): string {
  const alone = rightToLeft.test(sentence) ? isolated : (name: string) => name;
  return sentence
    .replace(/<#(\d{5,20})>/g, (_, id: string) => alone(`#${nameOf(known.channels, id)}`))
    .replace(/<@&(\d{5,20})>/g, (_, id: string) => alone(`@${nameOf(known.roles, id)}`));
}

/** Converts times from Discord's format, `<t:seconds:t>`, to the reader's zone. */
export const plainTimes = (sentence: string, locale: string): string =>
  sentence.replace(/<t:(\d{1,12}):t>/g, (_, seconds: string) => clockTime(new Date(Number(seconds) * 1000), locale));

/** Isolates a name in a sentence, so it keeps its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

const rightToLeft = /[\u0590-\u08ff]/;

const nameOf = (list: readonly Named[] | undefined, id: string): string =>
  list?.find((each) => each.id === id)?.name ?? id;
