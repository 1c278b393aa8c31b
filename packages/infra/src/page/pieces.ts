import type { Piece } from './cursor.ts';

const matching = (pattern: RegExp): Piece<string> => ({
  read: (text) => (pattern.test(text) ? text : undefined),
  write: (text) => text,
});

/** The end of the year 9999, because Postgres reads no later year in this form. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

export const pieces = {
  text: matching(/^.{1,200}$/u),
  uuid: matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  discordId: matching(/^\d{5,20}$/),
  matching,
  moment: {
    read: (text) => (/^\d{1,15}$/.test(text) && Number(text) <= LAST_MS ? new Date(Number(text)) : undefined),
    write: (at) => String(at.getTime()),
  } satisfies Piece<Date>,
  rowId: {
    read: (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined),
    write: String,
  } satisfies Piece<bigint>,
  /** A calendar day such as `2026-02-28`. Days that do not exist are invalid. */
  day: {
    read: (text) => {
      const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
      return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : text;
    },
    write: (day) => day,
  } satisfies Piece<string>,
  word: <const W extends string>(words: readonly W[]): Piece<W> => ({
    read: (text) => words.find((word) => word === text),
    write: (word) => word,
  }),
} as const;
