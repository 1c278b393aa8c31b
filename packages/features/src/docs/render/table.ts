/** Removes line breaks and escapes pipes, which would break the table. */
const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

const lineOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Renders a Markdown table. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [lineOf(heads), lineOf(heads.map(() => '---')), ...rows.map(lineOf)].join('\n');

export const code = (text: string): string => `\`${text}\``;
