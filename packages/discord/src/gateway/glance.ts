import type { ChannelId, ServerId } from '@tally/contract';

/** What an event says about itself before its content: enough to see that nobody wants to know more. */
export interface Glance {
  readonly type: string;
  readonly sequence: number;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN = 123;
const CLOSE = 125;
const ZERO = 48;
const NINE = 57;
const A = 65;
const Z = 90;
const UNDERSCORE = 95;
const D = 100;
const O = 111;
const P = 112;
const S = 115;
const T = 116;

/**
 * Reads the type and the number of an event from its text, without reading all of it. Most events concern nobody, and
 * reading one whole takes longer than everything else about it.
 *
 * Null: not certain, so it has to be read whole. Discord promises no order of its keys and no way of writing them, so
 * only what is written as it writes today is understood: `t`, `s` and `op` in any order before `d`, without spaces.
 */
export function glance(text: string): Glance | null {
  if (text.charCodeAt(0) !== OPEN || text.charCodeAt(text.length - 1) !== CLOSE) return null;
  let type: string | null = null;
  let sequence = -1;
  let op = -1;
  for (let at = 1; ; at += 1) {
    if (text.charCodeAt(at) !== QUOTE) return null;
    const key = text.charCodeAt(at + 1);
    at += 2;
    if (key === O && text.charCodeAt(at) === P) at += 1;
    else if (key === O) return null;
    if (text.charCodeAt(at) !== QUOTE || text.charCodeAt(at + 1) !== COLON) return null;
    at += 2;
    if (key === D) return type !== null && sequence >= 0 && op === 0 ? { type, sequence } : null;
    if (key === T) {
      if (text.charCodeAt(at) !== QUOTE) return null;
      const end = endOfWord(text, at + 1);
      if (end < 0) return null;
      type = text.slice(at + 1, end);
      at = end + 1;
    } else {
      let number = 0;
      const from = at;
      for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
        number = number * 10 + code - ZERO;
        at += 1;
      }
      if (at === from) return null;
      if (key === S) sequence = number;
      else if (key === O) op = number;
      else return null;
    }
    if (text.charCodeAt(at) !== COMMA) return null;
  }
}

/** Where the quote after a word like MESSAGE_CREATE stands, or -1 if it is written in another way. */
function endOfWord(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if ((code < A || code > Z) && code !== UNDERSCORE) return -1;
  }
}

/**
 * The one value that a key has in a text, at whatever depth; undefined if it has several or none, or is written in an
 * unusual way. People cannot fake a key, because the quotes in what they write are escaped.
 *
 * The search leaves out the key's opening quote: about every eighth character is a quote, and each would be a false
 * start.
 */
function onlyIdUnder(text: string, key: string): string | undefined {
  let value: string | undefined;
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at)) {
    const before = at - 1;
    at += key.length;
    // The end of a longer key.
    if (text.charCodeAt(before) !== QUOTE) continue;
    const outside = text.charCodeAt(before - 1);
    if (outside !== COMMA && outside !== OPEN) return undefined;
    let end = at;
    for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; code = text.charCodeAt(end)) end += 1;
    if (end === at || text.charCodeAt(end) !== QUOTE) return undefined;
    const found = text.slice(at, end);
    if (value !== undefined && value !== found) return undefined;
    value = found;
    at = end;
  }
  return value;
}

/** The server in which something happened. A direct message that links to a server's message may name that server. */
export const serverIn = (text: string): ServerId | undefined =>
  onlyIdUnder(text, 'guild_id":"') as ServerId | undefined;

export const channelIn = (text: string): ChannelId | undefined =>
  onlyIdUnder(text, 'channel_id":"') as ChannelId | undefined;
