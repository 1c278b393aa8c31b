import type { UploadType } from '@tally/contract';

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'pdf';

/** Returns the type that the file extension claims. */
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

/** PDF viewers and browsers look for the start of a document within this many bytes. */
const SEARCHED = 1024;
const MARKUP = /<(?:!doctype|html|script|svg|iframe|body|\?php)/i;

/** Returns whether the first bytes match the claimed type. The decoder checks the rest. */
export const beginsAs = (bytes: Buffer, kind: FileKind): boolean =>
  beginnings[kind].test(bytes.subarray(0, 16).toString('latin1'));

const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg\b/is;

/** Detects an SVG, so the refusal can explain why we do not accept that kind of image. */
export const beginsAsSvg = (bytes: Buffer): boolean => SVG.test(bytes.subarray(0, SEARCHED).toString('utf8'));

/**
 * Detects a file that is also an archive, a document or a page. Re-encoding would remove that part of an image, but
 * legitimate images have none. For a PDF, this check is the only protection.
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

/** Programs read an archive from its end: https://pkware.cachefly.net/webdocs/APPNOTE/APPNOTE-6.3.10.TXT (4.3.16). */
function isArchive(bytes: Buffer): boolean {
  const earliest = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT);
  for (let at = bytes.lastIndexOf(END); at >= earliest; at = at === 0 ? -1 : bytes.lastIndexOf(END, at - 1)) {
    if (at + END_BYTES > bytes.length) continue;
    const listed = bytes.readUInt32LE(at + 16);
    // If these four bytes occur by chance, no archive directory begins at the place that they give.
    const places = [listed, at - bytes.readUInt32LE(at + 12)];
    if (places.some((place) => bytes.subarray(place, place + 4).equals(ENTRY))) return true;
  }
  return false;
}

const ENTRY = Buffer.from('PK\x01\x02', 'latin1');
