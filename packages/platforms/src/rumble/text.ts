/** Longer than any title that Rumble allows; what somebody smuggles in beyond it is nobody's loss. */
const MOST_CHARACTERS = 1_000;

/** Their text without what no database and no JSON bears: NULs and halves of characters. */
export const cleaned = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim();

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Some of their answers hold titles as HTML. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, ten, sixteen, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(sixteen), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
