import type { Block } from './ast.ts';

export interface Fence {
  readonly block: Extract<Block, { type: 'codeBlock' }>;
  readonly start: number;
  readonly end: number;
}

const MARK = '```';
const opening = /```(?:([\w+\-.#]{1,40})\n)?/y;

/**
 * Finds the code blocks of one text from start to end. It remembers the next fence, so a thousand lines before that
 * fence need only one search.
 */
export function fenceReader(source: string): (from: number, lineEnd: number) => Fence | null {
  let next = source.indexOf(MARK);
  return (from, lineEnd) => {
    if (next !== -1 && next < from) next = source.indexOf(MARK, from);
    while (next !== -1 && next < lineEnd) {
      const fence = readFence(source, next, from);
      if (typeof fence !== 'number') return fence;
      next = fence;
    }
    return null;
  };
}

/** Returns the block that opens at `start`, or where to search next. Returns -1 if no further block closes. */
function readFence(source: string, start: number, from: number): Fence | number {
  if (isEscaped(source, start, from)) return source.indexOf(MARK, start + 1);
  opening.lastIndex = start;
  const language = opening.exec(source)?.[1] ?? null;
  const inside = start + MARK.length + (language === null ? 0 : language.length + 1);
  const closing = source.indexOf(MARK, start + MARK.length);
  if (closing === -1) return -1;
  const text = closing > inside ? source.slice(inside, closing) : '';
  if (text.trim() === '') return closing;
  const afterMark = closing + MARK.length;
  const end = source[afterMark] === '\n' ? afterMark + 1 : afterMark;
  return { block: { type: 'codeBlock', language, text: text.replace(/^\n+/, '').replace(/\n+$/, '') }, start, end };
}

function isEscaped(source: string, at: number, from: number): boolean {
  let slashes = 0;
  while (at - slashes > from && source[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
