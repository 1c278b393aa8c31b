/** The client of Discord shows as many: https://github.com/MathMan05/Fermi/issues/251 */
const MOST_LINKS = 5;
const code = /```[\s\S]*?```|`[^`\n]*`/g;
const link = /<https?:\/\/[^\s>]*>|https?:\/\/[^\s<>]+/g;

/** Addresses in a message that get a card: not those in code, nor those between `<` and `>`. */
export function linksIn(text: string): readonly string[] {
  if (!text.includes('://')) return [];
  const found = [...text.replace(code, ' ').matchAll(link)]
    .map(([address]) => address)
    .filter((address) => !address.startsWith('<'))
    .map(withoutEnd);
  return [...new Set(found)].slice(0, MOST_LINKS);
}

/** What follows an address in a sentence is no part of it; a bracket is one only where the address opens it. */
const withoutEnd = (address: string): string =>
  address.replace(address.includes('(') ? /[.,:;"'\]|]+$/ : /[.,:;"'\]|)]+$/, '');
