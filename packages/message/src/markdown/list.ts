import type { Block, ListItem } from './ast.ts';

const marker = /^( {0,40})([-*]|\d{1,9}\.) +(\S.*)$/;

/** Discord has no deeper levels. Deeper items join the last level. */
const MAX_LEVELS = 8;

export const isListLine = (line: string): boolean => marker.test(line);

interface Line {
  readonly indent: number;
  readonly isOrdered: boolean;
  readonly number: number;
  /** The item's own text, and the indented lines that continue it. */
  text: string;
}

/** Parses the list that begins here. Each marked line is an item, and deeper items belong to the item above. */
export function readList(
  source: string,
  at: number,
  readText: (text: string) => Block[],
): { block: Block; end: number } | null {
  const lines: Line[] = [];
  let end = at;
  while (end < source.length) {
    const newline = source.indexOf('\n', end);
    const next = newline === -1 ? source.length : newline + 1;
    const line = source.slice(end, newline === -1 ? next : newline);
    const found = marker.exec(line);
    const first = lines[0];
    const last = lines.at(-1);
    const item = found && readMarker(found);
    // A number after bullets begins a new list.
    if (item && first && item.indent <= first.indent && item.isOrdered !== first.isOrdered) break;
    if (item) lines.push(item);
    else if (last && /^ {2,}\S/.test(line)) last.text += `\n${line.trimStart()}`;
    else break;
    end = next;
  }
  const block = build(lines, 0, lines.length, { level: 1, readText });
  return block && { block, end };
}

function readMarker([, spaces = '', mark = '', text = '']: RegExpExecArray): Line {
  const isOrdered = mark !== '-' && mark !== '*';
  return { indent: spaces.length, isOrdered, number: isOrdered ? Number.parseInt(mark, 10) : 1, text };
}

interface Building {
  readonly level: number;
  readonly readText: (text: string) => Block[];
}

function build(lines: readonly Line[], from: number, to: number, building: Building): Block | null {
  const first = lines[from];
  if (!first || from >= to) return null;
  const items: ListItem[] = [];
  let at = from;
  while (at < to) {
    const line = lines[at] as Line;
    const limit = building.level < MAX_LEVELS ? to : at + 1;
    let end = at + 1;
    while (end < limit && (lines[end] as Line).indent > line.indent) end += 1;
    const nested = build(lines, at + 1, end, { ...building, level: building.level + 1 });
    items.push({ children: [...building.readText(line.text), ...(nested ? [nested] : [])] });
    at = end;
  }
  return { type: 'list', isOrdered: first.isOrdered, start: first.number, items };
}
