import type { Block } from './ast.ts';
import { fenceReader } from './fence.ts';
import { parseInline } from './inline.ts';
import { isListLine, readList } from './list.ts';

/** Parses the text of a whole Discord message or embed. Never throws, and takes linear time. */
export function parseMarkdown(source: string): Block[] {
  return readBlocks(source.replace(/\r\n?/g, '\n'), { mayQuote: true, mayList: true });
}

interface Rules {
  /** False inside a quote, because Discord has no nested quotes. */
  readonly mayQuote: boolean;
  /** False inside an item: `- - - a` is one item, because only indentation nests lists. */
  readonly mayList: boolean;
}

function readBlocks(source: string, rules: Rules): Block[] {
  const blocks: Block[] = [];
  let paragraph = '';
  let at = 0;
  const fenceIn = fenceReader(source);
  /** A block is drawn below the text, so the line break before its first line is dropped. */
  const flush = (): void => {
    const text = paragraph.replace(/\n$/, '');
    if (text !== '') blocks.push({ type: 'paragraph', children: parseInline(text) });
    paragraph = '';
  };
  while (at < source.length) {
    const isLineStart = at === 0 || source[at - 1] === '\n';
    const found = isLineStart ? readLineBlock(source, at, rules) : null;
    if (found) {
      flush();
      blocks.push(found.block);
      at = found.end;
      continue;
    }
    const lineEnd = endOfLine(source, at);
    const fence = fenceIn(at, lineEnd);
    if (fence) {
      paragraph += source.slice(at, fence.start);
      flush();
      blocks.push(fence.block);
      at = fence.end;
    } else {
      paragraph += source.slice(at, lineEnd);
      at = lineEnd;
    }
  }
  flush();
  return blocks;
}

interface Found {
  readonly block: Block;
  readonly end: number;
}

const heading = /^ {0,8}(#{1,3}) +(\S.*)$/;
const subtext = /^ {0,8}-# +(\S.*)$/;

function readLineBlock(source: string, at: number, rules: Rules): Found | null {
  if (rules.mayQuote && source[at] === '>') return readQuote(source, at, rules);
  const end = endOfLine(source, at);
  const line = source.slice(at, end).replace(/\n$/, '');
  const [, marks, title] = heading.exec(line) ?? [];
  if (marks && title) {
    const level = marks.length as 1 | 2 | 3;
    return { block: { type: 'heading', level, children: parseInline(title) }, end };
  }
  const small = subtext.exec(line)?.[1];
  if (small) return { block: { type: 'subtext', children: parseInline(small) }, end };
  if (!rules.mayList || !isListLine(line)) return null;
  return readList(source, at, (text) => readBlocks(text, { mayQuote: false, mayList: false }));
}

/** `> ` quotes each line that begins with it, and `>>> ` quotes everything after it. */
function readQuote(source: string, at: number, rules: Rules): Found | null {
  if (source.startsWith('>>> ', at)) {
    const children = readBlocks(source.slice(at + 4), { ...rules, mayQuote: false });
    return { block: { type: 'quote', children }, end: source.length };
  }
  let text = '';
  let end = at;
  while (end < source.length && source.startsWith('> ', end)) {
    const next = endOfLine(source, end);
    text += source.slice(end + 2, next);
    end = next;
  }
  if (end === at) return null;
  return { block: { type: 'quote', children: readBlocks(text, { ...rules, mayQuote: false }) }, end };
}

function endOfLine(source: string, at: number): number {
  const found = source.indexOf('\n', at);
  return found === -1 ? source.length : found + 1;
}
