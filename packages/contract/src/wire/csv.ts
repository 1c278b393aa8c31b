// Without schemas: the server and pages both write sheets.

export type Cell = string | number | null;

/** A CSV sheet with a byte order mark, so spreadsheets in any language read its encoding. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => CSV_MARK + csvRows(rows);

export const CSV_MARK = '\uFEFF';

/** For writing a long sheet in pieces. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** A spreadsheet would execute text that begins like this. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
