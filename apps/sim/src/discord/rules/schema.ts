import { ApiError, type FormIssue } from './errors.ts';

/** The part of a zod schema that we use, because the published package has no types for its schemas. */
interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
  /** The schema for each field of an object. */
  readonly shape?: Readonly<Record<string, Schema>>;
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly origin?: string;
  readonly expected?: string;
  readonly format?: string;
  readonly input?: unknown;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** The name is in a variable, because the package has no types for this entry point. */
const SPECIFICATION: string = 'discord-api-spec/zod';
let schemas: Record<string, Schema> | undefined;

/** The 330 kB of schemas are loaded when the first body arrives, not at the start. */
export async function loadSchemas(): Promise<void> {
  schemas ??= (await import(SPECIFICATION)) as Record<string, Schema>;
}

export const hasSchemas = (): boolean => schemas !== undefined;

/** One published schema, and the bodies that it accepted. */
interface Form {
  readonly schema: Schema;
  /** The required fields of a body. */
  readonly required: readonly string[];
  /** The parts of accepted bodies, by field and by their JSON text. */
  readonly parts: ReadonlyMap<string, Map<string, unknown>>;
}
const forms = new Map<string, Form>();

/** Caching these parts saves most work, because a notification sends the same parts to thousands of channels. */
const PARTS = ['embeds', 'components', 'allowed_mentions'] as const;
const LARGEST_KEPT = 20_000;
const MOST_KEPT = 500;

function formOf(name: string): Form {
  const known = forms.get(name);
  if (known) return known;
  const schema = schemas?.[`${name}Schema`];
  if (!schema) throw new Error(`The published specification has no ${name}`);
  const empty = schema.safeParse({});
  const required = empty.success ? [] : empty.error.issues.map((issue) => String(issue.path[0]));
  const form = { schema, required, parts: new Map(PARTS.map((key) => [key, new Map()])) };
  forms.set(name, form);
  return form;
}

/**
 * Refuses a body that Discord's published specification does not allow. Call `loadSchemas` first. The result is equal
 * to the body, but reuses the objects of earlier equal parts.
 */
export function checkBody(name: string, body: unknown): unknown {
  const form = formOf(name);
  const good = fieldByField(form, body);
  if (good) return good;
  const result = form.schema.safeParse(loosened(body));
  if (result.success) return body;
  throw new ApiError(
    50035,
    result.error.issues.flatMap((issue) => toForm(issue, body, [])),
  );
}

/** An object is valid if each field is. Returns undefined if the whole schema must decide and word the refusal. */
function fieldByField({ schema: { shape }, required, parts }: Form, body: unknown) {
  if (!shape || !isRecord(body) || !required.every((key) => Object.hasOwn(body, key))) return undefined;
  const good = { ...body };
  for (const key of Object.keys(body)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!field) continue;
    const kept = parts.get(key);
    if (kept) good[key] = partOf(kept, field, body[key]);
    const isGood = kept ? good[key] !== undefined : field.safeParse(body[key]).success;
    if (!isGood) return undefined;
  }
  return good;
}

/** Returns the part from an earlier body, or a newly checked one. Returns undefined if it is invalid. */
function partOf(kept: Map<string, unknown>, field: Schema, part: unknown): unknown {
  const text = JSON.stringify(part);
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (!field.safeParse(part).success) return undefined;
  if (kept.size >= MOST_KEPT) kept.clear();
  if (text.length <= LARGEST_KEPT) kept.set(text, part);
  return part;
}

const BIT_KEYS = ['permissions', 'allow', 'deny'] as const;
const COUNTED_KEYS = new Set(['permission_overwrites', 'attachments']);

/**
 * Relaxes rules of the specification that are stricter than Discord and its clients: permissions arrive as text,
 * attachments may have a numeric id, and a reference may be a forward (type 1).
 * https://github.com/discord/discord-api-spec
 */
function loosened(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (isRecord(body.data)) return { ...body, data: loosened(body.data) };
  let copy: Record<string, unknown> | undefined;
  for (const key of BIT_KEYS)
    if (typeof body[key] === 'string') copy = { ...(copy ?? body), [key]: bitsAsNumber(body[key]) };
  if (isRecord(body.message_reference) && body.message_reference.type === 1)
    copy = { ...(copy ?? body), message_reference: { ...body.message_reference, type: 0 } };
  for (const key of COUNTED_KEYS) {
    const list = body[key];
    if (!Array.isArray(list)) continue;
    copy ??= { ...body };
    copy[key] = list.map((entry: unknown) => {
      if (!isRecord(entry)) return entry;
      if (key === 'attachments') return typeof entry.id === 'number' ? { ...entry, id: `${entry.id}` } : entry;
      return { ...entry, allow: bitsAsNumber(entry.allow), deny: bitsAsNumber(entry.deny) };
    });
  }
  return copy ?? body;
}

const bitsAsNumber = (bits: unknown): unknown =>
  typeof bits === 'string' && /^\d{1,19}$/.test(bits) ? Number(BigInt(bits) & 0x3fffffffn) : bits;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toForm(issue: Issue, body: unknown, above: readonly PropertyKey[]): FormIssue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors && issue.errors.length > 0) {
    // The sender probably meant the branch that matched furthest.
    const [nearest] = [...issue.errors].sort((one, other) => reach(other) - reach(one) || one.length - other.length);
    return (nearest ?? []).flatMap((inner) => toForm(inner, body, path));
  }
  const given = path.reduce<unknown>(
    (value, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    body,
  );
  return [{ path: path.map((key) => (typeof key === 'symbol' ? String(key) : key)), ...words(issue, given) }];
}

const reach = (issues: readonly Issue[]): number => {
  const depth = Math.max(0, ...issues.map((issue) => issue.path.length));
  // A wrong `type` means that the sender meant another component.
  return issues.some((issue) => issue.path.length === 1 && issue.path[0] === 'type') ? -1 : depth;
};

function words(issue: Issue, given: unknown): { code: string; message: string } {
  if (given === undefined && issue.code !== 'custom') {
    return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string' || issue.origin === 'array') {
      return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` };
    }
    return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' || issue.origin === 'array') {
      return { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` };
    }
    return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` };
  }
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };
  }
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return { code: 'NUMBER_TYPE_COERCE', message: `Value "${String(given)}" is not snowflake.` };
  }
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof given === 'string') {
    return { code: 'NUMBER_TYPE_COERCE', message: `Value "${given}" is not int.` };
  }
  if (issue.code === 'invalid_value') {
    return {
      code: 'BASE_TYPE_CHOICES',
      message: `Value must be one of {${(issue.values ?? []).map(String).join(', ')}}.`,
    };
  }
  return {
    code: 'BASE_TYPE_BAD_TYPE',
    message: `Could not interpret the value as ${issue.expected ?? issue.format ?? 'what is expected'}.`,
  };
}
