import { platformOfId, readPastedLink } from '@tally/contract';
import { type Piece, platformIn } from './written.ts';

const links = new Set(['url', 'link', 'channel url']);
const ids = new Set(['channel id', 'id']);
const names = new Set(['name', 'channel', 'streamer', 'login', 'username']);
const others = new Set(['platform', 'channel title']);
const isColumn = (word: string): boolean => [links, ids, names, others].some((set) => set.has(word));

/** Reads a spreadsheet whose first row names its columns, or that Google Takeout wrote. Null for any other text. */
export function readSheet(text: string): readonly Piece[] | null {
  const separator = [',', '\t', ';'].find((each) => isSheet(text, each));
  if (separator === undefined) return null;
  const [head = { line: 1, cells: [] }, ...rows] = rowsOf(text, separator);
  const columns = head.cells.map((cell) => cell.trim().toLowerCase());
  const hasHead = columns.some(isColumn);
  return (hasHead ? rows : [head, ...rows]).flatMap(({ line, cells }): Piece[] => {
    const at = (wanted: ReadonlySet<string>) => cells.filter((_, place) => wanted.has(columns[place] ?? ''));
    const link = [...at(links), ...cells].find((cell) => readPastedLink(cell)?.platform);
    const text = link ?? [...at(ids), ...cells].find((cell) => platformOfId(cell.trim())) ?? at(names)[0];
    const platform = cells.map(platformIn).find(Boolean);
    return text?.trim() ? [{ line, text, platform }] : [];
  });
}

/** True if the first row has column names, or if the second row begins with an id and a link. */
function isSheet(text: string, separator: string): boolean {
  const [first = '', second = ''] = text.slice(0, 4_000).split(/\r?\n/);
  const head = first.split(separator).map((cell) => unquoted(cell).toLowerCase());
  if (head.length > 1 && head.filter(isColumn).length > 1) return true;
  const [id = '', link = ''] = second.split(separator).map(unquoted);
  return platformOfId(id) !== undefined && readPastedLink(link)?.platform !== undefined;
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Handles quoted cells, which may contain separators, line ends and doubled quotes. */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let [line, from] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: from, cells });
    [cells, cell, from] = [[], '', line];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}
