/** Keeps `@everyone` readable without being one: Discord does not see a word that a widthless space parts. */
const BREAK = '\u200b';

/** Everything that Discord's markdown could take for a marker somewhere in a text. */
const markers = /[\\*_~|`<>[\]]/g;
const lineStart = /^( *)(#{1,3} |-# |[-+] |>)/gm;
const numbered = /^( *\d+)\. /gm;
const everyone = /@(everyone|here)/gi;
const address = /https?:\/\/[^\s<]+/gi;

/**
 * Makes words mean themselves, wherever in a message they are put: no style, mention, emoji or link label comes
 * out of a stream's title. Addresses stay addresses; what could be a marker in them is percent-encoded.
 */
export function escapeMarkdown(text: string): string {
  let escaped = '';
  let at = 0;
  for (const found of text.matchAll(address)) {
    escaped += escapeWords(text.slice(at, found.index)) + encodeAddress(found[0]);
    at = found.index + found[0].length;
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
const inAddress = /[\\*~|`[\]()>"]|_(?!\w)|(?<!\w)_|__+/g;

const encodeAddress = (text: string): string => text.replace(inAddress, percentEncode);

const percentEncode = (marks: string): string =>
  marks.replace(/[^]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
