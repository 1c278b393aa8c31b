import { z } from 'zod';
// The API translates these messages. It finds the key by the English text.
import { fields as say } from '../texts/en/fields.ts';

/** All stored numbers fit in 32 bits. Larger values are moments or bits. */
export const INT32_MAX = 2_147_483_647;

/** A whole number within limits. */
export const int = (min: number, max: number = INT32_MAX) => z.int().min(min).max(max);

export const count = int(0);

/** A moment or duration in milliseconds, where the wire uses numbers. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);

/** Text that a person typed. NUL and lone surrogates are refused, because Postgres cannot store them. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes('\0'), say.noNul)
    .refine((value) => value.isWellFormed(), say.wellFormed);

/** Text on one line, such as a name. */
export const line = (max: number, min = 1) => text(max, min).regex(/^[^\r\n]*$/, say.oneLine);

/** A link that is safe to open in a browser. */
export const link = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine((value) => value.isWellFormed(), say.wellFormed);

/** Groups of lowercase letters and digits, separated by single hyphens or underscores. */
export const Slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, say.slug)
  .meta({ examples: ['summer-update'] });

/** A name in a path. Slashes and lone dots are refused, because they would change the path itself. */
export const pathName = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u, say.pathName);

/** A name or a complete URL in a path. A lone dot is refused, because it would change the path itself. */
export const pathAddress = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^(?!\.{1,2}$)[^\\\p{Cc}\p{Cs}]+$/u, say.pathName);

/** The id of a row. We generate it. */
export const RowId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, say.rowId);

/** The key of a stored file. It may contain folders, but cannot leave the root folder. */
export const FileKey = z
  .string()
  .max(300)
  .regex(/^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/, say.fileKey)
  .meta({ examples: ['blog/summer.png'] });

/** A code from outside, such as an invitation or the answer of a login page. */
export const Code = z
  .string()
  .min(1)
  .max(2048)
  .regex(/^[\x21-\x7e]+$/, say.code);

/** A time zone in the IANA database. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, say.timeZone)
  .meta({ examples: ['Europe/Oslo'] });

/** A time of day, such as `07:30`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say.clockTime);

type Fields = z.core.$ZodShape;

/**
 * Makes the body for an entity, with only the given keys required. Absent fields stay unchanged (or get their default
 * in a new row), null clears a field, and a list replaces the old one. Unknown keys are dropped.
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
    /** The value while nothing is set, if it is neither null nor an empty list. */
    readonly empty?: unknown;
  }
}

/**
 * An entity with nothing set. Lists are empty, nullable fields are null, and other schemas declare their empty value.
 */
export const emptyOf = <S extends Fields>(entity: z.ZodObject<S>): z.output<z.ZodObject<S>> =>
  Object.fromEntries(
    Object.entries(entity.shape).map(([key, field]) => [
      key,
      z.globalRegistry.get(field)?.['empty'] ?? (field instanceof z.ZodArray ? [] : null),
    ]),
  ) as z.output<z.ZodObject<S>>;
