import { z } from 'zod';
// The API translates these messages. It finds the key by the English text.
import { fields as say } from '../texts/en/fields.ts';

/** A moment, which is ISO 8601 in UTC on the wire and a `Date` in code. */
export const isoDate = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A set of flags: a decimal string on the wire, because it exceeds a JavaScript number, and a `bigint` in code. */
export const bits = z.codec(z.string().regex(/^\d{1,30}$/, 'must be a decimal number'), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** A switch in a query. `?force`, `?force=true` and `?force=1` all mean true. */
export const queryFlag = z.codec(z.enum(['', 'true', 'false', '1', '0']), z.boolean(), {
  decode: (text) => text !== 'false' && text !== '0',
  encode: (on) => (on ? 'true' : 'false'),
});

export const queryInt = (range: { min: number; max: number }) =>
  z.codec(z.string().regex(/^-?\d{1,15}$/, 'must be a whole number'), z.int().min(range.min).max(range.max), {
    decode: Number,
    encode: String,
  });

/** A list in a query, with repeated keys or commas (`?types=a,b` or `?types=a&types=b`). */
export const queryList = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.codec(z.union([z.string(), z.array(z.string())]), z.array(z.enum(words)), {
    decode: (raw) =>
      [...new Set([raw].flat().flatMap((part) => part.split(',').filter((word) => word !== '')))] as W[number][],
    encode: (list) => list.join(','),
  });

/** The paging query of every list that can grow. Without it, the reply is the whole list. */
export const page = {
  limit: queryInt({ min: 1, max: 200 }).optional(),
  cursor: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, say.cursor)
    .optional(),
};

/** A sentence for a person, in the caller's language. */
export const sentence = z.string();
