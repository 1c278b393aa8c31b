import { clockTime } from './format.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The API's sentences name channels and roles like Discord, `<#id>` and `<@&id>`. Pages show `#name` and `@name`, and
 * the raw id for unknown ones. In a right-to-left sentence a name is isolated, or its mark would move to the other
 * side.
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

/** Times arrive in Discord's format, `<t:seconds:t>`, and are shown in the reader's own zone. */
export const plainTimes = (sentence: string, locale: string): string =>
  sentence.replace(/<t:(\d{1,12}):t>/g, (_, seconds: string) => clockTime(new Date(Number(seconds) * 1000), locale));

/** A name within a sentence keeps its own order in any direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

const rightToLeft = /[\u0590-\u08ff]/;

const nameOf = (list: readonly Named[] | undefined, id: string): string =>
  list?.find((each) => each.id === id)?.name ?? id;
