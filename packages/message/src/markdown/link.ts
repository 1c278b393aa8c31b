const MAX_URL = 2048;

/** Returns the end of a bare URL, at white space or `<`. The sentence's punctuation is not part of the URL. */
export function endOfUrl(source: string, at: number, limit: number): number {
  const start = schemeEnd(source, at);
  if (start === null) return at;
  let end = start;
  let opened = 0;
  let closed = 0;
  while (end < limit && !isBreak(source.charCodeAt(end))) {
    if (source[end] === '(') opened += 1;
    if (source[end] === ')') closed += 1;
    end += 1;
  }
  while (end > start) {
    const last = source[end - 1] as string;
    // In `(see https://a.example/b)` the bracket belongs to the sentence, but in `…/wiki/Tally_(lamp)` to the URL.
    if (last === ')' && closed > opened) closed -= 1;
    else if (!'.,:;"\']'.includes(last)) break;
    end -= 1;
  }
  return end > start ? end : at;
}

export interface Target {
  readonly href: string;
  readonly title: string | null;
  readonly isSuppressed: boolean;
  readonly end: number;
}

/** Reads `(https://… "title")` after the label of a masked link. The URL may be in `<>`. */
export function readTarget(source: string, at: number, limit: number): Target | null {
  const isSuppressed = source[at + 1] === '<';
  const from = at + (isSuppressed ? 2 : 1);
  const start = schemeEnd(source, from);
  if (source[at] !== '(' || start === null) return null;
  let end = start;
  let depth = 0;
  for (; end < limit && end - from < MAX_URL; end += 1) {
    const char = source[end] as string;
    if (isBreak(source.charCodeAt(end)) || char === '>') break;
    if (char === '(') depth += 1;
    if (char === ')' && depth === 0 && !isSuppressed) break;
    if (char === ')') depth -= 1;
  }
  if (end === start || (isSuppressed && source[end] !== '>')) return null;
  const rest = readTitle(source, isSuppressed ? end + 1 : end);
  if (!rest || rest.end > limit) return null;
  return { href: source.slice(from, end), title: rest.title, isSuppressed, end: rest.end };
}

const closing = /(?: {1,8}(?:"([^"\n]{0,256})"|'([^'\n]{0,256})'))? {0,8}\)/y;

function readTitle(source: string, at: number): { title: string | null; end: number } | null {
  closing.lastIndex = at;
  const found = closing.exec(source);
  return found && { title: found[1] ?? found[2] ?? null, end: closing.lastIndex };
}

const scheme = /https?:\/\//iy;

function schemeEnd(source: string, at: number): number | null {
  scheme.lastIndex = at;
  return scheme.test(source) ? scheme.lastIndex : null;
}

const isBreak = (code: number): boolean => code <= 0x20 || code === 0x3c || code === 0xa0 || code === 0x3000;
