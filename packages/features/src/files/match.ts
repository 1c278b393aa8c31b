import type { UploadType } from '@tally/contract';

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'pdf';

/** The type that the file extension claims. */
export const kindOf = (key: string): FileKind => {
  const ending = key.split('.').at(-1) as UploadType;
  return ending === 'jpg' ? 'jpeg' : ending;
};

const beginnings: Readonly<Record<FileKind, RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF.{4}WEBP/s,
  gif: /^GIF8[79]a/,
  pdf: /^%PDF-\d/,
};

/** Viewers search for the start of a PDF or an HTML page within this many bytes. */
const SEARCHED = 1024;
const MARKUP = /<(?:!doctype|html|script|svg|iframe|body|\?php)/i;

/** Returns whether the bytes begin as the extension claims. The decoder checks the rest. */
export const beginsAs = (bytes: Buffer, kind: FileKind): boolean =>
  beginnings[kind].test(bytes.subarray(0, 16).toString('latin1'));

const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg\b/is;

/** A person who uploads an SVG has an image and means well, so the refusal names the reason. */
export const beginsAsSvg = (bytes: Buffer): boolean => SVG.test(bytes.subarray(0, SEARCHED).toString('utf8'));

/**
 * Detects an image that is also an archive, a document or a page. Re-encoding an image removes the other part, but a
 * legitimate image has none. A PDF is not re-encoded, so this check is its only protection.
 */
export function isTwofold(bytes: Buffer, kind: FileKind): boolean {
  const head = bytes.subarray(0, SEARCHED).toString('latin1');
  const tail = bytes.subarray(-SEARCHED).toString('latin1');
  if (kind !== 'pdf' && head.includes('%PDF-')) return true;
  return MARKUP.test(head) || MARKUP.test(tail) || isArchive(bytes);
}

const END = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const MOST_COMMENT = 65_535;

/** Archives are read from their end: https://pkware.cachefly.net/webdocs/APPNOTE/APPNOTE-6.3.10.TXT (4.3.16). */
function isArchive(bytes: Buffer): boolean {
  const earliest = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT);
  for (let at = bytes.lastIndexOf(END); at >= earliest; at = at === 0 ? -1 : bytes.lastIndexOf(END, at - 1)) {
    if (at + END_BYTES > bytes.length) continue;
    const listed = bytes.readUInt32LE(at + 16);
    // If the four bytes occur by chance, the list does not begin where they say it does.
    const places = [listed, at - bytes.readUInt32LE(at + 12)];
    if (places.some((place) => bytes.subarray(place, place + 4).equals(ENTRY))) return true;
  }
  return false;
}

const ENTRY = Buffer.from('PK\x01\x02', 'latin1');
