import { endOfUrl } from '../markdown/link.ts';

/** Keeps `@everyone` readable without being one: Discord does not see a word that a widthless space parts. */
const BREAK = '\u200b';

/** Everything that Discord's markdown could take for a marker somewhere in a text. */
const markers = /[\\*_~|`<>[\]]/g;
const lineStart = /^( *)(#{1,3} |-# |[-+] |>)/gm;
const numbered = /^( *\d+)\. /gm;
const everyone = /@(everyone|here)/gi;
const address = /https?:\/\/[^\s<>]+/gi;
/** Behind an address: a bracket whose escaping Discord would take for a part of it. */
const beforeBracket = /[.,:;"')]*(?=[\]<>])/y;

/**
 * Makes words mean themselves, wherever in a message they are put: no style, mention, emoji or link label comes
 * out of a stream's title. Addresses stay addresses; what could be a marker in them is percent-encoded. `isAlone`:
 * no underscore stands around it that one of an address could be the other half of.
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

/** For places that draw no markdown (author, footer, names): only mass mentions are taken apart. */
export const breakMentions = (text: string): string => text.replace(everyone, `@${BREAK}$1`);

const escapeWords = (text: string): string => text.replace(markers, '\\$&').replaceAll('¯', '\\¯');

function escapeLineStarts(text: string): string {
  return text.replace(lineStart, '$1\\$2').replace(numbered, '$1\\. ');
}

/** A single underscore inside a word is none of markdown's business, and stays readable. */
const inAddress = /[\\*~|`[\]"]|_(?!\w)|(?<!\w)_|__+/g;
/** One that can only close what nobody has opened, too: `…/wiki/Tally_(lamp)`. */
const inLoneAddress = /[\\*~|`[\]"]|(?<!\w)_|__+/g;

const encodeAddress = (text: string, isAlone: boolean): string =>
  encodeLoneBrackets(text).replace(isAlone ? inLoneAddress : inAddress, percentEncode);

/** `…/wiki/Tally_(lamp)` is read whole; a bracket without its other half may end an address early. */
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
