/**
 * The wire format of lines: https://dev.twitch.tv/docs/chat/irc/ and https://ircv3.net/specs/extensions/message-tags
 */

export type Tags = Readonly<Record<string, string>>;

const escapes: Readonly<Record<string, string>> = { ';': '\\:', ' ': '\\s', '\\': '\\\\', '\r': '\\r', '\n': '\\n' };

export const escapeTag = (value: string): string => value.replace(/[; \\\r\n]/g, (letter) => escapes[letter] ?? '');

export function writeTags(tags: Tags): string {
  const written = Object.entries(tags)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${escapeTag(value)}`);
  return `@${written.join(';')} `;
}

export interface ReadLine {
  readonly command: string;
  readonly params: readonly string[];
}

/** Parses a client's line. The server ignores its tags and prefix. */
export function readLine(line: string): ReadLine {
  const bare = line.replace(/^@\S+ +/, '').replace(/^:\S+ +/, '');
  const colon = bare.indexOf(' :');
  const words = (colon < 0 ? bare : bare.slice(0, colon)).split(' ').filter(Boolean);
  const [command = '', ...params] = words;
  return { command: command.toUpperCase(), params: colon < 0 ? params : [...params, bare.slice(colon + 2)] };
}

/** `emotes` counts code points, not UTF-16 units, and is inclusive. */
export function emotesTag(text: string, emotes: readonly { readonly id: string; readonly name: string }[]): string {
  const found = new Map<string, string[]>();
  let place = 0;
  for (const word of text.split(' ')) {
    const { length } = Array.from(word);
    const emote = emotes.find(({ name }) => name === word);
    if (emote) found.set(emote.id, [...(found.get(emote.id) ?? []), `${place}-${place + length - 1}`]);
    place += length + 1;
  }
  return [...found].map(([id, ranges]) => `${id}:${ranges.join(',')}`).join('/');
}
