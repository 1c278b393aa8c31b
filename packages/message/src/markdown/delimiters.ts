import type { Style } from './ast.ts';

export type Mark = '**' | '*' | '__' | '_' | '~~' | '||';

export interface Opener {
  readonly mark: Mark;
  readonly style: Style;
}

const bold: Opener = { mark: '**', style: 'bold' };
const starItalic: Opener = { mark: '*', style: 'italic' };
const underline: Opener = { mark: '__', style: 'underline' };
const lineItalic: Opener = { mark: '_', style: 'italic' };
const strike: Opener = { mark: '~~', style: 'strike' };
const spoiler: Opener = { mark: '||', style: 'spoiler' };

/** Lists the pairs that the markers here may open, preferred reading first. `***a***` is italic around bold. */
export function openerAt(source: string, at: number, end: number): readonly Opener[] {
  const length = runLength(source, at, end);
  switch (source.charAt(at)) {
    case '*': {
      const mayBeItalic = length !== 2 && at + 1 < end && !isSpace(source[at + 1]);
      if (length === 1) return mayBeItalic ? [starItalic] : [];
      return mayBeItalic ? [starItalic, bold] : [bold];
    }
    case '_':
      if (length === 1) return [lineItalic];
      return length === 2 ? [underline] : [lineItalic, underline];
    case '~':
      return length >= 2 ? [strike] : [];
    case '|':
      return length >= 2 ? [spoiler] : [];
    default:
      return [];
  }
}

/**
 * Returns the position of the closing marker, or null if there is none before `end`. A run counts as a whole: `**`
 * closes at the end of a run, and a single star only in a run of odd length, because pairs inside belong to bold. The
 * opener's own run never closes it, because a pair needs content.
 */
export function findCloser(source: string, mark: Mark, from: number, end: number): number | null {
  const char = mark[0] as string;
  for (let at = from; at < end; at += 1) {
    if (source[at] === '\\') {
      at += 1;
      continue;
    }
    if (source[at] !== char) continue;
    const length = runLength(source, at, end);
    const place = at === from ? null : closerInRun(source, mark, { at, length, end });
    if (place !== null) return place;
    at += length - 1;
  }
  return null;
}

function closerInRun(source: string, mark: Mark, run: { at: number; length: number; end: number }): number | null {
  const after = run.at + run.length;
  const isOdd = run.length % 2 === 1;
  switch (mark) {
    case '*':
      return isOdd && !isSpace(source[run.at - 1]) ? after - 1 : null;
    case '_':
      // `snake_case` stays unchanged, because a closing underscore must end a word.
      return isOdd && !(after < run.end && isWord(source[after])) ? after - 1 : null;
    case '~~':
    case '||':
      return run.length >= 2 ? run.at : null;
    case '**':
    case '__':
      return run.length >= 2 ? after - 2 : null;
  }
}

function runLength(source: string, at: number, end: number): number {
  let length = 1;
  while (at + length < end && source[at + length] === source[at]) length += 1;
  return length;
}

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && /\w/.test(char);
