const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** Detects the format from the first bytes, because a name may be wrong. SVG is excluded: it can contain code. */
export function pictureKind(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(bytes, 8, 12))) return 'image/avif';
  return null;
}

/** HEIC is the format of Apple's phones, which other browsers cannot open. */
export const isHeic = (bytes: Uint8Array): boolean =>
  ascii(bytes, 4, 8) === 'ftyp' && /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(ascii(bytes, 8, 12));
