// Without schemas: the server writes sheets, and so do pages.

export type Cell = string | number | null;

/** A sheet as spreadsheets read it, in whatever language: with a mark that says how its letters are written. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => CSV_MARK + csvRows(rows);

export const CSV_MARK = '\uFEFF';

/** For whoever writes a long one piece by piece. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** Text that begins like this a spreadsheet would carry out. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
