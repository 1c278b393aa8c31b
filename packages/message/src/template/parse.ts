/** A name that an owner may use as `{name}` in a template. The contract's list has this shape. */
export interface Placeholder {
  readonly name: string;
  /** The value that the editor's preview shows. */
  readonly sample: string;
  /**
   * Other people write `text`, so it is shown literally. We write `mention`, `time` and `markup`, so they are inserted
   * unchanged.
   */
  readonly kind: 'text' | 'number' | 'url' | 'color' | 'mention' | 'time' | 'markup';
  /** True if the value keeps its line breaks in places with several lines. */
  readonly isMultiline?: boolean;
}

export type Piece =
  | { readonly type: 'literal'; readonly text: string; readonly start: number }
  | {
      readonly type: 'placeholder';
      /** The original text, including its braces. */
      readonly text: string;
      readonly name: string;
      readonly start: number;
    };

const pattern = /\{([A-Za-z][A-Za-z0-9_.-]{0,63})\}/g;

/** Cached, because the same few templates are filled thousands of times. The cache limits their number and length. */
const parsed = new Map<string, readonly Piece[]>();
const MOST_PARSED = 500;
const LONGEST_PARSED = 4_000;

/** Splits a template. Braces around anything but a name are plain text. The joined pieces equal the template. */
export function parseTemplate(template: string): readonly Piece[] {
  const known = parsed.get(template);
  if (known) return known;
  const pieces = split(template);
  if (template.length > LONGEST_PARSED) return pieces;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(template, pieces);
  return pieces;
}

function split(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of template.matchAll(pattern)) {
    if (found.index > at) pieces.push({ type: 'literal', text: template.slice(at, found.index), start: at });
    pieces.push({ type: 'placeholder', text: found[0], name: found[1] as string, start: found.index });
    at = found.index + found[0].length;
  }
  if (at < template.length) pieces.push({ type: 'literal', text: template.slice(at), start: at });
  return pieces;
}

/** Finds a placeholder. Names ignore case, because people type `{Streamer}`. */
export function findPlaceholder(known: readonly Placeholder[], name: string): Placeholder | null {
  const byName = indexes.get(known) ?? new Map(known.map((each) => [each.name.toLowerCase(), each]));
  indexes.set(known, byName);
  return byName.get(name.toLowerCase()) ?? null;
}

const indexes = new WeakMap<readonly Placeholder[], ReadonlyMap<string, Placeholder>>();

export interface UnknownPlaceholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The most similar known name, if one is similar enough. */
  readonly didYouMean: string | null;
}

export function findUnknown(template: string, known: readonly Placeholder[]): UnknownPlaceholder[] {
  return parseTemplate(template).flatMap((piece) =>
    piece.type === 'placeholder' && !findPlaceholder(known, piece.name)
      ? [
          {
            name: piece.name,
            start: piece.start,
            end: piece.start + piece.text.length,
            didYouMean: nearest(
              piece.name,
              known.map((each) => each.name),
            ),
          },
        ]
      : [],
  );
}

/** Returns the most similar word, if at most a third of it differs. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.floor(Math.max(word.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Counts insertions, deletions, replacements and swapped neighbors, one each. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + cost,
        isSwap ? (beforeLast[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}
