/**
 * The parts of https://www.rfc-editor.org/rfc/rfc8216 that we need to choose a recording's rendition and read its
 * length.
 */

export interface Rendition {
  readonly url: string;
  /** Maximum bits per second. */
  readonly bandwidth: number;
  /** Null if the playlist does not specify a height. */
  readonly height: number | null;
}

export interface MediaPlaylist {
  /** False while the stream is still running. */
  readonly isEnded: boolean;
  readonly seconds: number;
  readonly segments: number;
}

/** Returns an empty list if this is not a master playlist. */
export function readMaster(text: string, base: string): readonly Rendition[] {
  const lines = linesOf(text);
  return lines.flatMap((line, at) => {
    const attributes = /^#EXT-X-STREAM-INF:(.*)$/.exec(line)?.[1];
    const url = attributes === undefined ? null : URL.parse(lines[at + 1] ?? '#', base);
    const bandwidth = Number(/(?:^|,)BANDWIDTH=(\d{1,12})/.exec(attributes ?? '')?.[1]);
    if (!url || !(bandwidth > 0)) return [];
    const height = /(?:^|,)RESOLUTION=\d{1,5}x(\d{1,5})/.exec(attributes ?? '')?.[1];
    return { url: url.href, bandwidth, height: height === undefined ? null : Number(height) };
  });
}

/** Returns null if this is not a media playlist of a recording. */
export function readMedia(text: string): MediaPlaylist | null {
  const lines = linesOf(text);
  if (lines[0] !== '#EXTM3U' || lines.some((line) => line.startsWith('#EXT-X-STREAM-INF'))) return null;
  const lengths = lines.filter((line) => line.startsWith('#EXTINF:')).map((line) => Number.parseFloat(line.slice(8)));
  if (lengths.length === 0 || !lengths.every((seconds) => seconds >= 0 && seconds < 3_600)) return null;
  return {
    isEnded: lines.includes('#EXT-X-ENDLIST'),
    seconds: lengths.reduce((sum, seconds) => sum + seconds, 0),
    segments: lengths.length,
  };
}

export interface Piece {
  readonly url: string;
  /** True if the segment's clock is unrelated to the previous segment's. */
  readonly isBreak: boolean;
}

/** Tags of segments that are not self-contained MPEG-TS. */
const otherwise = ['#EXT-X-MAP', '#EXT-X-BYTERANGE', '#EXT-X-KEY'] as const;

/** Returns the segments in order, or null if the playlist uses a format that recordings do not have. */
export function listPieces(text: string, base: string): readonly Piece[] | null {
  const lines = linesOf(text);
  if (lines.some((line) => otherwise.some((tag) => line.startsWith(tag)))) return null;
  const pieces: Piece[] = [];
  let isBreak = false;
  for (const line of lines) {
    if (line === '#EXT-X-DISCONTINUITY') isBreak = true;
    if (line.startsWith('#')) continue;
    pieces.push({ url: new URL(line, base).href, isBreak });
    isBreak = false;
  }
  return pieces;
}

/** Returns the best rendition up to this height, or else the smallest. */
export function chooseRendition(renditions: readonly Rendition[], mostHeight: number): Rendition | null {
  const byBandwidth = renditions.toSorted((a, b) => b.bandwidth - a.bandwidth);
  return byBandwidth.find(({ height }) => height !== null && height <= mostHeight) ?? byBandwidth.at(-1) ?? null;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
