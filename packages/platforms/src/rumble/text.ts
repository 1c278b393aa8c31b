/** Rumble allows no titles of this length, so cutting here loses nothing legitimate. */
const MOST_CHARACTERS = 1_000;

/** Removes characters that databases and JSON refuse: NULs and lone surrogates. */
export const cleaned = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim();

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes HTML entities, because some responses contain titles as HTML. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, ten, sixteen, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof ten === 'string' ? Number(ten) : Number.parseInt(String(sixteen), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
