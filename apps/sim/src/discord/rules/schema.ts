import { ApiError, type FormIssue } from './errors.ts';

/** The least of a zod schema that is needed here: the published package ships no types for its schemas. */
interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
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

/** In a variable, because the package has no types for this door. */
const SPECIFICATION: string = 'discord-api-spec/zod';
let schemas: Record<string, Schema> | undefined;

/** The 330 kB of schemas are read when the first body arrives, not at start. */
export async function loadSchemas(): Promise<void> {
  schemas ??= (await import(SPECIFICATION)) as Record<string, Schema>;
}

export const hasSchemas = (): boolean => schemas !== undefined;

function schemaOf(name: string): Schema {
  const schema = schemas?.[`${name}Schema`];
  if (!schema) throw new Error(`The published specification has no ${name}`);
  return schema;
}

/** Refuses a body that Discord's published specification does not allow. Needs `loadSchemas` first. */
export function checkBody(name: string, body: unknown): void {
  const { rest, parts } = withoutKnownParts(name, body);
  const result = schemaOf(name).safeParse(loosened(rest));
  if (!result.success)
    throw new ApiError(
      50035,
      result.error.issues.flatMap((issue) => toForm(issue, body, [])),
    );
  for (const part of parts) remember(part);
}

/** Embeds and components are most of the work, and one notification carries the same ones to thousands of channels. */
const HEAVY = ['embeds', 'components'] as const;
const LARGEST_KEPT = 20_000;
const MOST_KEPT = 500;
const good = new Set<string>();

/** The body without the parts that were found good before; and what will have been found good if the rest is. */
function withoutKnownParts(name: string, body: unknown): { rest: unknown; parts: readonly string[] } {
  if (!isRecord(body)) return { rest: body, parts: [] };
  let rest: Record<string, unknown> | undefined;
  const parts: string[] = [];
  for (const key of HEAVY) {
    if (!Array.isArray(body[key]) || body[key].length === 0) continue;
    const part = `${name}.${key}:${JSON.stringify(body[key])}`;
    if (part.length > LARGEST_KEPT) continue;
    if (!good.has(part)) {
      parts.push(part);
      continue;
    }
    rest ??= { ...body };
    rest[key] = undefined;
  }
  return { rest: rest ?? body, parts };
}

function remember(part: string): void {
  if (good.size >= MOST_KEPT) good.clear();
  good.add(part);
}

const COUNTED_KEYS = new Set(['permission_overwrites', 'attachments']);

/**
 * Two places where the specification is stricter than Discord and than every client: overwrites carry their bits as text, and
 * attachments may carry their id as a number. https://github.com/discord/discord-api-spec
 */
function loosened(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (isRecord(body.data)) return { ...body, data: loosened(body.data) };
  let copy: Record<string, unknown> | undefined;
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
    // The branch that came furthest is the one that was meant.
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
  // A wrong `type` means that another kind of component was meant.
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
