// Without schemas, because both the server and pages write CSV.

export type Cell = string | number | null;

/** Writes a CSV sheet. Its byte order mark makes spreadsheets in any language read the encoding correctly. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string => CSV_MARK + csvRows(rows);

export const CSV_MARK = '\uFEFF';

/** Writes rows without the mark, for a long sheet that is written in pieces. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** A spreadsheet would run text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
