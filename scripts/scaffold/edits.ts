/** The repository as a scaffold sees it, and the files that it wants to write. Paths start at the root. */
export interface Tree {
  read(path: string): string | null;
  /** Returns the names in a folder, or an empty list if it does not exist. */
  list(path: string): readonly string[];
}

export interface Change {
  readonly path: string;
  readonly text: string;
}

/** An error with a fix for the person who runs the scaffold. */
export class ScaffoldError extends Error {}

/** One name in all the forms that the files need. */
export interface Word {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  /** The name in words: `Watch party` */
  readonly title: string;
}

export function wordOf(kebab: string): Word {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab)) {
    throw new ScaffoldError(
      `"${kebab}" is not a valid name: use lower-case letters and hyphens, as in the dashboard's address`,
    );
  }
  const camel = kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const spaced = kebab.replaceAll('-', ' ');
  return { kebab, camel, pascal: upper(camel), title: upper(spaced) };
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns an object key as the formatter writes it. */
export const keyOf = ({ kebab, camel }: Word): string => (kebab === camel ? kebab : `'${kebab}': ${camel}`);

/** Reads a required file, or fails, because a scaffold must not skip an edit silently. */
export function mustRead(tree: Tree, path: string): string {
  const text = tree.read(path);
  if (text === null) throw new ScaffoldError(`${path} is missing; this scaffold expects it`);
  return text;
}

/** Inserts a line after the last line with this beginning. */
export function addAfterLast(text: string, start: string, line: string): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((each) => each.startsWith(start));
  if (last < 0) throw new ScaffoldError(`no line starts with "${start}"`);
  return lines.toSpliced(last + 1, 0, line).join('\n');
}

/** Adds an import after the existing ones. */
export function addImport(text: string, line: string): string {
  // An import may span several lines, and its last line contains the module name.
  const ends = [...text.matchAll(/^(?:import [^\n]*|\} )from '[^']+';$/gm)];
  const last = ends.at(-1);
  if (!last) throw new ScaffoldError('no import to put another one below');
  const at = last.index + last[0].length;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

/** Appends an item to the list or object that starts at a pattern and ends with `close`. */
export function addItem(text: string, { open, close, item }: { open: RegExp; close: string; item: string }): string {
  const start = open.exec(text);
  const from = start ? start.index + start[0].length : -1;
  const end = start ? text.indexOf(close, from) : -1;
  if (end < 0) throw new ScaffoldError(`nothing looks like ${String(open)} … ${close}`);
  const inside = text.slice(from, end).trimEnd();
  const comma = inside === '' || inside.endsWith(',') ? '' : ',';
  const indent = /^\s*/.exec(inside.split('\n').at(-1) ?? '')?.[0] ?? '';
  const added = inside.includes('\n')
    ? `\n${indent}${item},\n${indent.slice(2)}`
    : `${inside === '' ? '' : ' '}${item}`;
  return `${text.slice(0, from)}${inside}${comma}${added}${text.slice(end)}`;
}
