import { AppError } from '@tally/kernel';

/** Reads and writes one part of a cursor. `read` returns undefined for invalid text. */
export interface Piece<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** The position where a list's next page starts, as one line of text. */
export interface Cursor<T> {
  /** Returns undefined for the first page. Throws a 400 error for text that this list did not write. */
  readonly read: (text: string | undefined) => T | undefined;
  readonly write: (place: T) => string;
}

export const badCursor = (): AppError => new AppError('badCursor');

/** Joins parts in this order with a separator that only the last part may contain. */
export function cursorOf<T extends object>(pieces: { readonly [K in keyof T]: Piece<T[K]> }, between = '_'): Cursor<T> {
  const names = Object.keys(pieces) as (keyof T)[];
  return {
    read(text) {
      if (text === undefined) return undefined;
      const [...texts] = text.split(between);
      if (texts.length > names.length) texts.push(texts.splice(names.length - 1).join(between));
      const read = names.map((name, at) => [name, pieces[name].read(texts[at] ?? '')] as const);
      if (read.some(([, value]) => value === undefined)) throw badCursor();
      return Object.fromEntries(read) as T;
    },
    write: (place) => names.map((name) => pieces[name].write(place[name])).join(between),
  };
}

export const cursorOfOne = <T>(piece: Piece<T>): Cursor<T> => {
  const whole = cursorOf<{ only: T }>({ only: piece }, '\n');
  return { read: (text) => whole.read(text)?.only, write: (only) => whole.write({ only }) };
};

/** Returns the last row of the previous page by the name or number in the cursor. A deleted row has no next page. */
export async function rowAt<Id, Row>(
  cursor: Cursor<Id>,
  text: string | undefined,
  find: (id: Id) => Promise<Row | null>,
): Promise<Row | null> {
  const id = cursor.read(text);
  if (id === undefined) return null;
  const row = await find(id);
  if (row === null) throw badCursor();
  return row;
}
