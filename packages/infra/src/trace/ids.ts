import { createHash } from 'node:crypto';

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** Every process derives the same ids, so no id is stored or sent. `of` is `delivery:<id>` or `event:<name>`. */
export const traceIdOf = (of: string): string => hexOf(`tally:${of}`, 32);

export const spanIdOf = (of: string, name: string, part: string | number = 0): string =>
  hexOf(`tally:${of}:${name}:${part}`, 16);

/** The number of digits at the end of the id that a double holds exactly. */
const DIGITS = 13;

/** Decides by the id alone, so all processes keep the same traces. */
export const isKept = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-DIGITS), 16) < ratio * 16 ** DIGITS;

/** Ids that may be shown, with their names in Discord's own paths. */
const shown: Readonly<Record<string, string>> = {
  channels: 'channel_id',
  guilds: 'guild_id',
  messages: 'message_id',
  threads: 'channel_id',
  webhooks: 'webhook_id',
};
const word = /^(?:[a-z][a-z-]{0,30}|@me|@original|v\d{1,2})$/;
const REDACTED = 'REDACTED';

/**
 * Returns a URL without its secrets, and its template. Only plain words and ids of Discord places are kept, so tokens
 * of webhooks, ids of people, emojis and queries are left out.
 */
export function describeUrl(url: string): { readonly full: string; readonly template: string } {
  const { origin, pathname } = new URL(url);
  const segments = pathname.split('/').slice(1);
  const about = segments.map((segment, place) => {
    const before = segments[place - 1] ?? '';
    const name = /^\d+$/.test(segment) ? shown[before] : undefined;
    if (name) return { full: segment, template: `{${name}}` };
    const isToken = segments[place - 2] === 'webhooks' || segments[place - 2] === 'interactions';
    if (word.test(segment) && !isToken) return { full: segment, template: segment };
    return { full: REDACTED, template: isToken ? '{token}' : '{id}' };
  });
  const template = about.map((each) => each.template).join('/');
  return {
    full: `${origin}/${about.map(({ full }) => full).join('/')}`,
    template: `/${template.replace(/^(?:.*\/)?v\d{1,2}\//, '')}`,
  };
}
