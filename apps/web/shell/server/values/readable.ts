import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { isNothing } from '../../../lib/drafts/differences.ts';
import { dateTime, fullCount } from '../../../lib/words/format.ts';

export interface ReaderWords {
  readonly none: string;
  readonly on: string;
  readonly off: string;
}

export interface ReaderScene {
  readonly words: ReaderWords;
  readonly locale: string;
  readonly discord: Pick<DiscordGuildData, 'channels' | 'roles'> | undefined;
  /** Returns the page's label for one of a field's fixed values. */
  readonly choiceOf?: ((value: string) => string | undefined) | undefined;
}

/** Formats two values of one field. An unset switch counts as the opposite of the set one. */
export function readableSides(one: unknown, other: unknown, scene: ReaderScene): { from: string; to: string } {
  const sideOf = (value: unknown, beside: unknown) =>
    readable(isNothing(value) && typeof beside === 'boolean' ? !beside : value, scene);
  return { from: sideOf(one, other), to: sideOf(other, one) };
}

/** Formats a setting's value: channels and roles by name, switches as words. */
export function readable(value: unknown, scene: ReaderScene): string {
  const { words, locale } = scene;
  if (isNothing(value)) return words.none;
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (typeof value === 'number') return fullCount(value, locale);
  if (typeof value === 'string')
    return scene.choiceOf?.(value) ?? placeIn(scene.discord, value) ?? timeIn(value, locale) ?? value;
  if (Array.isArray(value)) return new Intl.ListFormat(locale).format(value.map((each) => readable(each, scene)));
  return JSON.stringify(value);
}

/** Formats an ISO time as the page does. */
const timeIn = (value: string, locale: string): string | undefined =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(new Date(value), locale) : undefined;

/** Finds the channel or role with this id. Its mark stays in place in any text direction. A deleted one has no name. */
export function placeIn(discord: ReaderScene['discord'], id: string): string | undefined {
  const channel = discord?.channels?.find((each) => each.id === id);
  if (channel) return `\u2068#${channel.name}\u2069`;
  const role = discord?.roles?.find((each) => each.id === id);
  return role && `\u2068@${role.name}\u2069`;
}
