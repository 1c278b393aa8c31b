/**
 * Removes invisible characters and those that break the text around them: control characters, lone surrogates,
 * direction marks and zero-width spaces. Joiners stay between letters and emojis that need them (families, Persian,
 * Hindi).
 */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu, keepBreaks)
    .replace(/[\u200c\u200d]+/g, (joiners, at: number, whole: string) => {
      const before = whole[at - 1];
      const after = whole[at + joiners.length];
      return isJoinable(before) && isJoinable(after) ? (joiners[0] as string) : '';
    });
}

const keepBreaks = (mark: string): string => (mark === '\n' ? mark : '');
const isJoinable = (char: string | undefined): boolean => char !== undefined && /[^\p{ASCII}\s]/u.test(char);

/**
 * Cleans a text and puts it on one line with single spaces. Empty if nothing visible remains (Hangul's filler is a
 * letter).
 */
export function cleanLine(text: string): string {
  const line = clean(text).replace(/\s+/g, ' ').trim();
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(line) ? line : '';
}

/** Returns whether one letter has more marks than any script uses. Such marks would cover the lines around it. */
export const isStacked = (text: string): boolean => /\p{M}{4}/u.test(text.normalize('NFC'));
