/**
 * Counts the frames of a picture by its blocks, because they decide whether an emoji is animated. A GIF with one frame
 * is static. Returns 0 if unreadable. An animated PNG counts as one frame, as Discord shows it.
 */
export function countFrames(bytes: Buffer, contentType: string): number {
  if (contentType === 'image/gif') return framesOfGif(bytes);
  if (contentType === 'image/webp') return framesOfWebp(bytes);
  // The brand of image sequences: https://aomediacodec.github.io/av1-avif/#image-sequence-brand
  if (contentType === 'image/avif') return bytes.subarray(8, bytes.readUInt32BE(0)).includes('avis') ? 2 : 1;
  return 1;
}

const palette = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function framesOfGif(bytes: Buffer): number {
  let at = 13 + palette(bytes[10] ?? 0);
  let frames = 0;
  const skipBlocks = (): void => {
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      frames += 1;
      at += 11 + palette(bytes[at + 9] ?? 0);
    } else if (kind === 0x21) at += 2;
    else break;
    skipBlocks();
  }
  return frames;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function framesOfWebp(bytes: Buffer): number {
  let still = 0;
  let moving = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const kind = bytes.toString('latin1', at, at + 4);
    if (kind === 'ANMF') moving += 1;
    if (kind === 'VP8 ' || kind === 'VP8L') still = 1;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return moving || still;
}
