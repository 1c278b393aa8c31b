import { type Inline, type TimestampStyle, timestampStyles } from './ast.ts';

export interface Found {
  readonly node: Inline;
  readonly end: number;
}

// Sticky and bounded: each pattern reads a limited number of characters, so hostile text costs little.
const user = /<@!?(\d{1,20})>/y;
const role = /<@&(\d{1,20})>/y;
const channel = /<#(\d{1,20})>/y;
const emoji = /<(a?):(\w{1,64}):(\d{1,20})>/y;
const timestamp = /<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/y;
const command = /<\/([^\s:<>][^:<>\n]{0,99}):(\d{1,20})>/y;
const navigation = /<id:(customize|browse|guide|linked-roles)>/y;
const suppressed = /<(https?:\/\/[^\s<>]{1,2048})>/iy;

/** Discord's largest timestamp is that of a JavaScript date. https://docs.discord.com/developers/reference */
const MAX_SECONDS = 8_640_000_000_000;

/** Parses everything that Discord writes between angle brackets. */
export function readAngle(source: string, at: number): Found | null {
  switch (source.charAt(at + 1)) {
    case '@':
      return (
        match(user, source, at, ([, id = '']) => ({ type: 'userMention', id })) ??
        match(role, source, at, ([, id = '']) => ({ type: 'roleMention', id }))
      );
    case '#':
      return match(channel, source, at, ([, id = '']) => ({ type: 'channelMention', id }));
    case '/':
      return match(command, source, at, ([, name = '', id = '']) => ({ type: 'commandMention', name, id }));
    case 'i':
      return match(navigation, source, at, ([, place = '']) => ({ type: 'navigation', place }));
    case 't':
      return match(timestamp, source, at, readTimestamp);
    case 'h':
    case 'H':
      return match(suppressed, source, at, ([, href = '']) => link(href));
    default:
      return match(emoji, source, at, ([, animated, name = '', id = '']) => ({
        type: 'emoji',
        id,
        name,
        isAnimated: animated === 'a',
      }));
  }
}

function match(
  pattern: RegExp,
  source: string,
  at: number,
  make: (found: RegExpExecArray) => Inline | null,
): Found | null {
  pattern.lastIndex = at;
  const found = pattern.exec(source);
  const node = found && make(found);
  return node ? { node, end: pattern.lastIndex } : null;
}

function readTimestamp([, digits, letter]: RegExpExecArray): Inline | null {
  const seconds = Number(digits);
  if (Math.abs(seconds) > MAX_SECONDS) return null;
  const style: TimestampStyle = timestampStyles.find((each) => each === letter) ?? 'f';
  return { type: 'timestamp', seconds, style };
}

const link = (href: string): Inline => ({
  type: 'link',
  href,
  title: null,
  isSuppressed: true,
  children: [{ type: 'text', text: href }],
});
