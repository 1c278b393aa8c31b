/** A scaffold's view of the repository, and the files it wants to write. Paths start at the root. */
export interface Tree {
  read(path: string): string | null;
  /** Names in a folder; empty if it does not exist. */
  list(path: string): readonly string[];
}

export interface Change {
  readonly path: string;
  readonly text: string;
}

/** A refusal with a fix for the person at the keyboard. */
export class ScaffoldError extends Error {}

/** One name in all forms that files need. */
export interface Word {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  /** `Watch party` */
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

/** An object key as the formatter writes it. */
export const keyOf = ({ kebab, camel }: Word): string => (kebab === camel ? kebab : `'${kebab}': ${camel}`);

/** Reads a required file, because a scaffold must not skip an edit silently. */
export function mustRead(tree: Tree, path: string): string {
  const text = tree.read(path);
  if (text === null) throw new ScaffoldError(`${path} is missing; this scaffold expects it`);
  return text;
}

/** Inserts a line after the last one that starts like this. */
export function addAfterLast(text: string, start: string, line: string): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((each) => each.startsWith(start));
  if (last < 0) throw new ScaffoldError(`no line starts with "${start}"`);
  return lines.toSpliced(last + 1, 0, line).join('\n');
}

/** Inserts an import below the others. */
export function addImport(text: string, line: string): string {
  // An import may span several lines; its last line names the module.
  const ends = [...text.matchAll(/^(?:import [^\n]*|\} )from '[^']+';$/gm)];
  const last = ends.at(-1);
  if (!last) throw new ScaffoldError('no import to put another one below');
  const at = last.index + last[0].length;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

/** Adds an item to the end of the list or object that a pattern opens and `close` ends. */
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
