/** A piece of a text; the match of the winning rule is marked. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const letter = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Marks where a query matches a text, after the API has found the match. It does not run patterns, because only the
 * server's engine takes linear time.
 */
export function markedPieces(text: string, query: string): readonly Piece[] {
  const whole = [{ text, isMarked: true }];
  if (/^\/.+\/[a-z]*$/isu.test(query.trim())) return whole;
  const word = query
    .trim()
    .replace(/^\*|\*$/g, '')
    .toLowerCase();
  const folded = text.toLowerCase();
  // Some capitals have a different length in lowercase, which would shift the positions.
  if (word === '' || folded.length !== text.length) return whole;
  const places = placesOf(folded, word);
  const at = places.find((place) => isAlone(folded, place, word.length)) ?? places[0];
  if (at === undefined) return whole;
  return [
    { text: text.slice(0, at), isMarked: false },
    { text: text.slice(at, at + word.length), isMarked: true },
    { text: text.slice(at + word.length), isMarked: false },
  ].filter((piece) => piece.text !== '');
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) places.push(at);
  return places;
}

const isAlone = (text: string, at: number, length: number): boolean =>
  !letter.test(text.slice(Math.max(0, at - 1), at)) && !letter.test(text.slice(at + length, at + length + 1));
