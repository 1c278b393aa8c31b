/** Detects a file's type from its bytes, because extensions and headers may lie. */

export const imageTypes = ['gif', 'png', 'webp', 'avif'] as const;
export type ImageType = (typeof imageTypes)[number];

export interface Sniffed {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** Null if the file has none of the four types, or is incomplete. */
export function sniff(bytes: Buffer): Sniffed | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  try {
    if (/^GIF8[79]a/.test(head)) return sniffGif(bytes);
    if (head.startsWith('\x89PNG\r\n\x1a\n')) return sniffPng(bytes);
    if (/^RIFF.{4}WEBP/s.test(head)) return sniffWebp(bytes);
    if (/^.{4}ftypavi[fs]/s.test(head)) return sniffAvif(bytes);
  } catch (error) {
    // The file is shorter than its header says.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** Uses Discord's own test: more than one frame, in a format that it animates. */
export const isAnimated = ({ type, frames }: Pick<Sniffed, 'type' | 'frames'>): boolean => frames > 1 && type !== 'png';

/** The format: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function sniffGif(bytes: Buffer): Sniffed | null {
  const tableAfter = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableAfter(bytes.readUInt8(10));
  let frames = 0;
  for (let block = bytes[at]; block === 0x21 || block === 0x2c; block = bytes[at]) {
    if (block === 0x2c) {
      frames += 1;
      at += 11 + tableAfter(bytes.readUInt8(at + 9));
    } else at += 2;
    // Both kinds of block end with parts of up to 255 bytes. The last part is empty.
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
  }
  return frames === 0 ? null : { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames };
}

/** The format: https://www.w3.org/TR/png-3/ */
function sniffPng(bytes: Buffer): Sniffed {
  const control = bytes.indexOf('acTL');
  const isMoving = control > 0 && control < bytes.indexOf('IDAT');
  return {
    type: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    frames: isMoving ? bytes.readUInt32BE(control + 4) : 1,
  };
}

/** The format: https://developers.google.com/speed/webp/docs/riff_container */
function sniffWebp(bytes: Buffer): Sniffed | null {
  const kind = bytes.subarray(12, 16).toString('latin1');
  if (kind === 'VP8 ') {
    return { type: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, frames: 1 };
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, frames: 1 };
  }
  if (kind !== 'VP8X') return null;
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (bytes.subarray(at, at + 4).toString('latin1') === 'ANMF') frames += 1;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, frames: frames || 1 };
}

/** The format: https://aomediacodec.github.io/av1-avif/. `ispe` has the size, `stsz` a sequence's sample count. */
function sniffAvif(bytes: Buffer): Sniffed | null {
  const size = bytes.indexOf('ispe');
  if (size < 0) return null;
  const samples = bytes.indexOf('stsz');
  const isSequence = bytes.subarray(8, 12).toString('latin1') === 'avis' && samples > 0;
  return {
    type: 'avif',
    width: bytes.readUInt32BE(size + 8),
    height: bytes.readUInt32BE(size + 12),
    frames: isSequence ? Math.max(1, bytes.readUInt32BE(samples + 12)) : 1,
  };
}
