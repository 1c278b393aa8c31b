/** Shown in place of omitted text. */
export const MARK = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Shortens a text to at most `limit` UTF-16 units, including the mark, without splitting an emoji or accented letter.
 * Discord does not document whether it counts units or code points. We count units, because that is the larger number.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < MARK.length) return '';
  const room = limit - MARK.length;
  // One grapheme can be very long (stacked accents), so segmenting starts from a bounded piece.
  const start = text.slice(0, room + 64);
  let end = 0;
  for (const { index, segment } of graphemes.segment(start)) {
    if (index + segment.length > room) break;
    end = index + segment.length;
  }
  if (end === 0 && room > 0) return MARK;
  return text.slice(0, end).trimEnd() + MARK;
}
