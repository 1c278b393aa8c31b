/**
 * Takes out of a text what nobody can see or what would break the text around it: control characters, lone
 * surrogates, marks that turn the direction of writing, and spaces without width. Joiners stay between letters
 * and emojis that need them (families, Persian, Hindi).
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

/** The same in one line, with single spaces; empty where nothing of it would be seen (Hangul's filler is a letter). */
export function cleanLine(text: string): string {
  const line = clean(text).replace(/\s+/g, ' ').trim();
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(line) ? line : '';
}

/** Whether more marks stand on one letter than any script puts there, so that they run into the lines around it. */
export const isStacked = (text: string): boolean => /\p{M}{4}/u.test(text.normalize('NFC'));
