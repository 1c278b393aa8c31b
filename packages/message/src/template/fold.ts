/**
 * Makes texts equal that differ only in case, width or spaces. Converting to upper case first unifies ß and SS, ı and
 * I, and ς and Σ.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replace(/\s+/gu, ' ')
    .trim();
