import { readAngle } from './angle.ts';
import type { Inline, Style } from './ast.ts';
import { findCloser, openerAt } from './delimiters.ts';
import { type Landmarks, landmarksOf } from './landmarks.ts';
import { endOfUrl, readTarget } from './link.ts';

/** Deeper nesting is shown as plain text, because readers could not distinguish it. */
const MAX_DEPTH = 10;

/** A part of the source that is parsed separately: the inside of a pair of markers, or the whole text. */
interface Frame {
  readonly end: number;
  readonly depth: number;
  readonly isInLink: boolean;
  /** Markers that have no partner before `end`. Searching for them again would make the parser slow. */
  readonly unpaired: Set<string>;
}

interface Step {
  readonly node: Inline;
  readonly end: number;
}

/**
 * Parses the inside of a block. As in Discord, the first opener wins and the first closer ends it. Each stretch is
 * scanned once per level, so the time is linear for any text.
 */
export function parseInline(source: string): Inline[] {
  const reader = { source, landmarks: landmarksOf(source) };
  return readFrame(reader, 0, { end: source.length, depth: 0, isInLink: false, unpaired: new Set() });
}

interface Reader {
  readonly source: string;
  readonly landmarks: Landmarks;
}

/** Matches where something other than plain text may begin. */
const special = /[\\*_~|`<[@¯]|https?:\/\//gi;

function readFrame(reader: Reader, from: number, frame: Frame): Inline[] {
  const { source } = reader;
  const nodes: Inline[] = [];
  let text = '';
  let at = from;
  const flush = (): void => {
    if (text !== '') nodes.push({ type: 'text', text });
    text = '';
  };
  while (at < frame.end) {
    special.lastIndex = at;
    const next = Math.min(special.exec(source)?.index ?? frame.end, frame.end);
    text += source.slice(at, next);
    at = next;
    if (at >= frame.end) break;
    const plain = readPlain(reader, at, frame);
    if (plain) {
      text += plain.text;
      at = plain.end;
      continue;
    }
    const step = readNode(reader, at, frame);
    if (step && step.end <= frame.end) {
      flush();
      nodes.push(step.node);
      at = step.end;
    } else {
      const length = unpairedLength(source, at, frame.end);
      text += source.slice(at, at + length);
      at += length;
    }
  }
  flush();
  return nodes;
}

/** Reads escapes. The shrug's arm is not an escape. */
function readPlain({ source }: Reader, at: number, frame: Frame): { text: string; end: number } | null {
  const shrug = '¯\\_(ツ)_/¯';
  if (source[at] === '¯' && source.startsWith(shrug, at)) return { text: shrug, end: at + shrug.length };
  const escaped = source[at + 1];
  if (source[at] !== '\\' || escaped === undefined || at + 1 >= frame.end || /[0-9A-Za-z\s]/.test(escaped)) return null;
  // Reads a surrogate pair as one character.
  const length = source.codePointAt(at + 1) === escaped.charCodeAt(0) ? 1 : 2;
  return { text: source.slice(at + 1, at + 1 + length), end: at + 1 + length };
}

function readNode(reader: Reader, at: number, frame: Frame): Step | null {
  const { source } = reader;
  switch (source.charAt(at)) {
    case '`':
      return readCode(reader, at, frame);
    case '<':
      return readAngle(source, at);
    case '[':
      return readMaskedLink(reader, at, frame);
    case '@':
      return readEveryone(source, at);
    case 'h':
    case 'H':
      return readBareLink(source, at, frame);
    case '*':
    case '_':
    case '~':
    case '|':
      return readStyle(reader, at, frame);
    default:
      return null;
  }
}

function readStyle(reader: Reader, at: number, frame: Frame): Step | null {
  if (frame.depth >= MAX_DEPTH) return null;
  for (const opener of openerAt(reader.source, at, frame.end)) {
    if (frame.unpaired.has(opener.mark)) continue;
    const inside = at + opener.mark.length;
    const closer = findCloser(reader.source, opener.mark, inside, frame.end);
    if (closer === null) {
      frame.unpaired.add(opener.mark);
      continue;
    }
    return { node: styled(reader, opener.style, inside, closer, frame), end: closer + opener.mark.length };
  }
  return null;
}

function styled(reader: Reader, type: Style, from: number, end: number, frame: Frame): Inline {
  return { type, children: readFrame(reader, from, inner(frame, end)) };
}

const inner = (frame: Frame, end: number, isInLink = frame.isInLink): Frame => ({
  end,
  depth: frame.depth + 1,
  isInLink,
  unpaired: new Set(),
});

function readCode({ source, landmarks }: Reader, at: number, frame: Frame): Step | null {
  const length = landmarks.backticksAt(at);
  const closer = landmarks.nextBackticks(length, at + length);
  if (closer === undefined || closer + length > frame.end) return null;
  const inside = source.slice(at + length, closer);
  // A space between a backtick and the marker does not belong to the code.
  const text = inside.replace(/^ (?=`)/, '').replace(/(?<=`) $/, '');
  return { node: { type: 'code', text }, end: closer + length };
}

function readMaskedLink(reader: Reader, at: number, frame: Frame): Step | null {
  const closing = reader.landmarks.closingBracket(at);
  if (frame.isInLink || frame.depth >= MAX_DEPTH || closing === undefined || closing >= frame.end) return null;
  const target = readTarget(reader.source, closing + 1, frame.end);
  if (!target || reader.source.slice(at + 1, closing).trim() === '') return null;
  const { href, title, isSuppressed, end } = target;
  const children = readFrame(reader, at + 1, inner(frame, closing, true));
  return { node: { type: 'link', href, title, isSuppressed, children }, end };
}

function readBareLink(source: string, at: number, frame: Frame): Step | null {
  const end = frame.isInLink ? at : endOfUrl(source, at, frame.end);
  if (end === at) return null;
  const href = source.slice(at, end);
  return {
    node: { type: 'link', href, title: null, isSuppressed: false, children: [{ type: 'text', text: href }] },
    end,
  };
}

function readEveryone(source: string, at: number): Step | null {
  for (const who of ['everyone', 'here'] as const) {
    if (source.startsWith(who, at + 1)) return { node: { type: 'everyoneMention', who }, end: at + 1 + who.length };
  }
  return null;
}

/** Skips markers without a partner as a whole, so `****` is not tried again at its second star. */
function unpairedLength(source: string, at: number, end: number): number {
  const char = source[at] as string;
  if (!'*_~|`'.includes(char)) return 1;
  let length = 1;
  while (at + length < end && source[at + length] === char) length += 1;
  return length;
}
