import { endOfUrl } from '../markdown/link.ts';

/** Keeps `@everyone` readable without a ping: Discord does not recognize a word with a zero-width space. */
const BREAK = '\u200b';

/** All characters that Discord's Markdown may treat as a marker. */
const markers = /[\\*_~|`<>[\]]/g;
const lineStart = /^( *)(#{1,3} |-# |[-+] |>)/gm;
const numbered = /^( *\d+)\. /gm;
const everyone = /@(everyone|here)/gi;
const address = /https?:\/\/[^\s<>]+/gi;
/** Matches punctuation before an escaped bracket, which Discord would treat as part of the URL. */
const beforeBracket = /[.,:;"')]*(?=[\]<>])/y;

/**
 * Makes words literal anywhere in a message, so a stream's title cannot create styles, mentions, emojis or link labels.
 * URLs stay URLs, with possible markers percent-encoded. `isAlone` means that no underscore in the text around could
 * pair with one in a URL.
 */
export function escapeMarkdown(text: string, { isAlone = false }: { isAlone?: boolean } = {}): string {
  let escaped = '';
  let at = 0;
  for (const found of text.matchAll(address)) {
    const end = endOfUrl(text, found.index, found.index + found[0].length);
    if (end === found.index) continue;
    escaped += escapeWords(text.slice(at, found.index)) + encodeAddress(text.slice(found.index, end), isAlone);
    at = end;
    beforeBracket.lastIndex = end;
    const between = beforeBracket.exec(text)?.[0];
    if (between === undefined) continue;
    escaped += `${between} `;
    at += between.length;
  }
  return breakMentions(escapeLineStarts(escaped + escapeWords(text.slice(at))));
}

/** Breaks only mass mentions, for places without Markdown (author, footer, names). */
export const breakMentions = (text: string): string => text.replace(everyone, `@${BREAK}$1`);

const escapeWords = (text: string): string => text.replace(markers, '\\$&').replaceAll('¯', '\\¯');

function escapeLineStarts(text: string): string {
  return text.replace(lineStart, '$1\\$2').replace(numbered, '$1\\. ');
}

/** Leaves out a single underscore inside a word, which is not a marker and stays readable. */
const inAddress = /[\\*~|`[\]"]|_(?!\w)|(?<!\w)_|__+/g;
/** Also leaves out an underscore that could only close: `…/wiki/Tally_(lamp)`. */
const inLoneAddress = /[\\*~|`[\]"]|(?<!\w)_|__+/g;

const encodeAddress = (text: string, isAlone: boolean): string =>
  encodeLoneBrackets(text).replace(isAlone ? inLoneAddress : inAddress, percentEncode);

/** Discord reads `…/wiki/Tally_(lamp)` whole, but an unmatched bracket may end a URL early. */
function encodeLoneBrackets(text: string): string {
  const open: number[] = [];
  const lone = new Set<number>();
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === '(') open.push(index);
    else if (open.pop() === undefined) lone.add(index);
  }
  for (const index of open) lone.add(index);
  return lone.size === 0
    ? text
    : text.replace(/[()]/g, (mark, at: number) => (lone.has(at) ? percentEncode(mark) : mark));
}

const percentEncode = (marks: string): string =>
  marks.replace(/[^]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
