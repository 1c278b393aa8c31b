import { type LeftOutReason, moveLimits, type Platform, platformOfId, readPastedLink } from '@tally/contract';
import { readJson } from './json.ts';
import { readSheet } from './sheet.ts';
import { type Piece, platformIn } from './written.ts';

/** A name or a link in a list. */
export interface Entry {
  readonly line: number;
  readonly wrote: string;
  /** Null if the name has no link and the list does not say which platform it is on. */
  readonly platform: Platform | null;
}

export interface LeftOut {
  readonly line: number;
  readonly wrote: string;
  readonly reason: LeftOutReason;
}

export interface ReadList {
  readonly entries: readonly Entry[];
  readonly leftOut: readonly LeftOut[];
}

/** The most characters that we show of a line without a name. */
const SHOWN = 100;
const LONGEST = 300;
const LONGEST_HEADING = 40;
const MOST_LEFT_OUT = 500;

/** Returns the creators in a text, in order. The text can be JSON, OPML, a spreadsheet, or lines of names and links. */
export function readList(text: string, usual: Platform | null): ReadList {
  const plain = text.replace(/^\uFEFF/, '');
  const pieces = readJson(plain) ?? readOpml(plain) ?? readSheet(plain) ?? linesOf(plain);
  const entries = new Map<string, Entry>();
  const leftOut: LeftOut[] = [];
  const leave = (line: number, wrote: string, reason: LeftOutReason) => {
    if (leftOut.length < MOST_LEFT_OUT) leftOut.push({ line, wrote: wrote.slice(0, SHOWN), reason });
  };
  for (const [place, piece] of pieces.entries()) {
    if (place >= moveLimits.lines) {
      leave(piece.line, piece.text, 'tooMany');
      break;
    }
    const { found, problem } = readPiece(piece);
    if (problem && found.length === 0) leave(piece.line, piece.text.trim(), problem);
    for (const { wrote, platform } of found) {
      const entry = { line: piece.line, wrote, platform: platform ?? piece.platform ?? usual };
      const key = `${entry.platform} ${wrote.toLowerCase()}`;
      if (entries.has(key)) leave(piece.line, wrote, 'twice');
      else if (entries.size >= moveLimits.candidates) leave(piece.line, wrote, 'tooMany');
      else entries.set(key, entry);
    }
  }
  return { entries: [...entries.values()], leftOut };
}

/** Reads a text by line. A platform's name alone on a line, or before a colon, applies to the names after it. */
function linesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let heading: Platform | undefined;
  for (const [place, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    if (line.trim() === '') continue;
    const colon = line.search(/[::](?!\/)/u);
    const [word, rest] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
    const named = word.length <= LONGEST_HEADING ? platformIn(word.replaceAll(/[#>*_`~-]/g, ' ')) : undefined;
    if (named && rest.trim() === '') heading = named;
    else pieces.push({ line: place + 1, text: named ? rest : line, platform: named ?? heading });
  }
  return pieces;
}

interface Found {
  readonly wrote: string;
  readonly platform?: Platform;
}

/** Links and ids take precedence. A piece without any is read as names. */
function readPiece({ text }: Piece): { readonly found: readonly Found[]; readonly problem: LeftOutReason | null } {
  const words = text
    // Separates the address in a Markdown link from its text.
    .replaceAll('](', ' ')
    .split(/[\s,;|<>[\]()"`،؛]+/u)
    .filter((word) => word.length <= LONGEST)
    // Keeps a dot after a slash, because it belongs to the path.
    .map((word) => word.replace(/^[*~'!-]+|(?:[*~'!:-]|(?<!\/\.?)\.)+$/gu, ''));
  const links = words.flatMap((word) => {
    const link = readPastedLink(word);
    return link ? [{ wrote: word, platform: link.platform }] : [];
  });
  const ours = links.filter((each): each is Required<Found> => each.platform !== null);
  if (ours.length > 0) return { found: ours, problem: null };
  const ids = words.flatMap((wrote) => {
    const platform = platformOfId(wrote);
    return platform ? [{ wrote, platform }] : [];
  });
  if (ids.length > 0) return { found: ids, problem: null };
  if (links.length > 0) return { found: [], problem: 'notOurs' };
  const names = words.filter((word) => name.test(word) && !/^\d+$/.test(word));
  return { found: names.map((wrote) => ({ wrote })), problem: 'unreadable' };
}

const name = /^@?[\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}_.-]{1,59}$/u;

/** Longer than any real tag. */
const LONGEST_TAG = 4_000;
const attribute = /\b(?:xmlUrl|htmlUrl|url)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads the links of an OPML file, ignoring entities that the file defines. Null if the text is not XML. */
function readOpml(text: string): readonly Piece[] | null {
  if (!/^\s*<(?:\?xml|!doctype|opml)\b/i.test(text)) return null;
  const pieces: Piece[] = [];
  let line = 1;
  for (const [place, chunk] of text.split(/<outline\b/i).entries()) {
    if (place > 0) {
      const links = [...chunk.slice(0, LONGEST_TAG).matchAll(attribute)].map(([, one, other]) => one ?? other ?? '');
      const plain = links.map((link) => link.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? ''));
      // A feed and its page belong to the same channel.
      const [first] = plain;
      if (first) pieces.push({ line, text: first });
    }
    line += chunk.split('\n').length - 1;
  }
  return pieces;
}
