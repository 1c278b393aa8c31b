import { z } from 'zod';
// The API says these sentences in the caller's language. It finds the key by the English text.
import { fields as say } from '../texts/en/fields.ts';

/** Every stored number fits 32 bits; larger ones are moments or bits. */
export const INT32_MAX = 2_147_483_647;

/** A whole number within its limits. */
export const int = (min: number, max: number = INT32_MAX) => z.int().min(min).max(max);

export const count = int(0);

/** A moment or a duration in milliseconds, where the wire uses numbers. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);

/** Text that a person typed. Postgres cannot store NUL or lone surrogates, so both are refused. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes('\0'), say.noNul)
    .refine((value) => value.isWellFormed(), say.wellFormed);

/** Text on one line, such as a name. */
export const line = (max: number, min = 1) => text(max, min).regex(/^[^\r\n]*$/, say.oneLine);

/** A link that a browser may open. */
export const link = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((value) => value.isWellFormed(), say.wellFormed);

/** Groups of lower-case letters and digits, separated by one hyphen or underscore. */
export const Slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, say.slug)
  .meta({ examples: ['summer-update'] });

/** A name in a path: a slash or a lone dot would change the path itself. */
export const pathName = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u, say.pathName);

/** A name or a complete address in a path. A lone dot would change the path itself. */
export const pathAddress = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^(?!\.{1,2}$)[^\\\p{Cc}\p{Cs}]+$/u, say.pathName);

/** The id of a row, which we generate. */
export const RowId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, say.rowId);

/** The key of a stored file: it may contain folders, but not leave the root. */
export const FileKey = z
  .string()
  .max(300)
  .regex(/^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/, say.fileKey)
  .meta({ examples: ['blog/summer.png'] });

/** A code from outside: an invitation, the answer of a login page. */
export const Code = z
  .string()
  .min(1)
  .max(2048)
  .regex(/^[\x21-\x7e]+$/, say.code);

/** A time zone of the IANA database. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, say.timeZone)
  .meta({ examples: ['Europe/Oslo'] });

/** A time of day, `07:30`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say.clockTime);

type Fields = z.core.$ZodShape;

/**
 * The body for an entity: only the named keys are required. Absent fields stay unchanged (or get their default in a new
 * row), null clears, a list replaces. Unknown keys are dropped.
 */
export function bodyOf<S extends Fields, K extends keyof S & string = never>(
  entity: z.ZodObject<S>,
  ...required: readonly K[]
): BodyShape<S, K> {
  const must = new Set<string>(required);
  const shape = Object.entries(entity.shape).map(([key, field]) => [key, must.has(key) ? field : z.optional(field)]);
  return z.object(Object.fromEntries(shape)) as unknown as BodyShape<S, K>;
}
type BodyShape<S extends Fields, K extends string> = z.ZodObject<{
  -readonly [P in keyof S]: P extends K ? S[P] : z.ZodOptional<S[P]>;
}>;

declare module 'zod' {
  interface GlobalMeta {
    /** The value while nothing is set, if that is neither null nor an empty list. */
    readonly empty?: unknown;
  }
}

/**
 * An entity with nothing set: lists are empty, nullable fields are null, and other schemas declare their empty value.
 */
export const emptyOf = <S extends Fields>(entity: z.ZodObject<S>): z.output<z.ZodObject<S>> =>
  Object.fromEntries(
    Object.entries(entity.shape).map(([key, field]) => [
      key,
      z.globalRegistry.get(field)?.['empty'] ?? (field instanceof z.ZodArray ? [] : null),
    ]),
  ) as z.output<z.ZodObject<S>>;
