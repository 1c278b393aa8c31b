/** A line of Twitch's chat: https://dev.twitch.tv/docs/chat/irc/ */
export interface IrcLine {
  readonly tags: Readonly<Record<string, string>>;
  readonly login: string;
  readonly command: string;
  readonly params: readonly string[];
}

const meant: Readonly<Record<string, string>> = { ':': ';', s: ' ', r: '\r', n: '\n', '\\': '\\' };
const unescape = (value: string): string => value.replace(/\\(.?)/gs, (_, letter: string) => meant[letter] ?? letter);

export function readIrcLine(line: string): IrcLine | null {
  const [, tagText = '', prefix = '', rest = ''] = /^(?:@(\S+) +)?(?::(\S+) +)?(.*)$/s.exec(line) ?? [];
  const colon = rest.indexOf(' :');
  const [command, ...middle] = (colon < 0 ? rest : rest.slice(0, colon)).split(' ').filter(Boolean);
  if (!command) return null;
  const params = colon < 0 ? middle : [...middle, rest.slice(colon + 2)];
  // Tag names are untrusted, so `__proto__` must work like any other name.
  const tags: Record<string, string> = Object.create(null);
  for (const tag of tagText.split(';')) {
    const at = tag.indexOf('=');
    if (at > 0) tags[tag.slice(0, at)] = unescape(tag.slice(at + 1));
  }
  return { tags, login: prefix.split('!')[0] ?? '', command, params };
}

export interface Range {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Parses `id:0-4,6-10/…` into ranges, sorted by position. Ranges that overlap or exceed the text are left out. */
export function readRanges(tag: string, length: number): Range[] {
  const all = tag.split('/').flatMap((one) => {
    const [id = '', places = ''] = one.split(':');
    if (!/^\w{1,100}$/.test(id)) return [];
    return places.split(',').map((place) => {
      const [from = Number.NaN, to = Number.NaN] = place.split('-').map(Number);
      return { id, from, to };
    });
  });
  let end = -1;
  return all
    .filter(({ from, to }) => Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from && to < length)
    .sort((left, right) => left.from - right.from)
    .filter(({ from, to }) => {
      if (from <= end) return false;
      end = to;
      return true;
    });
}
