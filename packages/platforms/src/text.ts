import { z } from 'zod';

/** Cuts a text to at most this many UTF-16 units, without a broken character at the end. */
export const cutTo = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Platforms send empty and missing texts for "none". */
export const textOrNull = z
  .string()
  .nullish()
  .transform((text) => (text ? text : null));
