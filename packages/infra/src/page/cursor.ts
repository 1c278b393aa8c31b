import { AppError } from '@tally/kernel';

/** One piece of a cursor: how it is read, and how it is written. `read` returns undefined for what is not one. */
export interface Piece<T> {
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
}

/** Where the next page of a list begins, in one line of text. */
export interface Cursor<T> {
  /** Absent is the first page. Throws a 400 for text that no page of this list wrote. */
  readonly read: (text: string | undefined) => T | undefined;
  readonly write: (place: T) => string;
}

export const badCursor = (): AppError => new AppError('badCursor');

/** Pieces in this order, with a sign between them that only the last one may contain. */
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

/** A cursor that is one piece. */
export const cursorOfOne = <T>(piece: Piece<T>): Cursor<T> => {
  const whole = cursorOf<{ only: T }>({ only: piece }, '\n');
  return { read: (text) => whole.read(text)?.only, write: (only) => whole.write({ only }) };
};

/** The row after which the next page begins, where the cursor is its name or number. Gone rows have no next page. */
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
