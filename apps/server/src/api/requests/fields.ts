import { type AnyEndpoint, bodySchemaOf, type Locale, languages, type TextKey, type Texts } from '@tally/contract';
import { say } from '@tally/kernel';
import { z } from 'zod';
import { hasFields, takesBody } from '../endpoints.ts';

export interface RawParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface ReadParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** One sentence per bad field, which names it, in the caller's language. Empty if all fields are valid. */
  readonly problems: readonly string[];
  /** The parts that could not be read. */
  readonly unread: ReadonlySet<keyof RawParts>;
}

/** A long list of bad rows would not help the caller. */
const MAX_PROBLEMS = 50;

/** Reads every part by its schema, and continues after a bad one. */
export function readParts(endpoint: AnyEndpoint, raw: RawParts, locale: Locale): ReadParts {
  const has = partsOf(endpoint);
  const found = new Problems(locale);
  const params = has.params ? found.read('params', endpoint.params, raw.params) : nothing;
  const query = has.query ? found.read('query', endpoint.query, raw.query) : nothing;
  // A call without a body accepts and ignores any body.
  const body = has.body ? found.read('body', bodySchemaOf(endpoint, { params, query }), raw.body ?? {}) : nothing;
  return { params, query, body, problems: found.list(), unread: found.unread };
}

const nothing: Readonly<Record<string, never>> = Object.freeze({});
const noProblems: readonly string[] = [];
const allRead: ReadonlySet<keyof RawParts> = new Set();

/** Most calls have no problems, so no memory is allocated until the first one. */
class Problems {
  readonly locale: Locale;
  unread = allRead;
  sentences = noProblems;

  constructor(locale: Locale) {
    this.locale = locale;
  }

  read(part: keyof RawParts, schema: z.core.$ZodType, value: unknown): Readonly<Record<string, unknown>> {
    const result = z.safeDecode(schema, value, { error: (issue) => sentenceOf(issue, this.locale) });
    // A body may be a list, and its handler knows the schema.
    if (result.success) return result.data as Record<string, unknown>;
    this.unread = new Set([...this.unread, part]);
    const more = result.error.issues.flatMap((issue) => problemsOf(issue, this.locale, []));
    this.sentences = [...this.sentences, ...more];
    return nothing;
  }

  list(): readonly string[] {
    return this.sentences === noProblems ? noProblems : [...new Set(this.sentences)].slice(0, MAX_PROBLEMS);
  }
}

const knownParts = new WeakMap<AnyEndpoint, { params: boolean; query: boolean; body: boolean }>();

/** The parts that a declaration has, computed once. */
function partsOf(endpoint: AnyEndpoint): { params: boolean; query: boolean; body: boolean } {
  const known = knownParts.get(endpoint);
  if (known) return known;
  const parts = { params: endpoint.path.includes('{'), query: hasFields(endpoint.query), body: takesBody(endpoint) };
  knownParts.set(endpoint, parts);
  return parts;
}

function problemsOf(issue: z.core.$ZodIssue, locale: Locale, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The client probably meant the branch that matched the furthest.
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [];
    if (depth(meant) > 0) return meant.flatMap((inner) => problemsOf(inner, locale, path));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${nameOf([...path, key])}: ${say(locale, 'fields.unknown')}`);
  }
  return [`${nameOf(path)}: ${translate(issue.message, locale)}`];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((each) => each.path.length));

/** Returns a name like `embed.fields[2].name`. The whole body is called `body`. An unknown key is shortened. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
  return name === '' ? 'body' : name.slice(0, 120);
}

function sentenceOf(issue: z.core.$ZodRawIssue, locale: Locale): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return say(locale, 'fields.missing');
      return say(locale, typeText[issue.expected] ?? 'fields.invalid');
    case 'too_small':
      if (issue.origin === 'string') return say(locale, 'fields.tooShort', { count: Number(issue.minimum) });
      if (isCollection(issue.origin)) return say(locale, 'fields.tooFew', { count: Number(issue.minimum) });
      return say(locale, 'fields.tooSmall', { least: limitText(issue.minimum, issue.origin) });
    case 'too_big':
      if (issue.origin === 'string') return say(locale, 'fields.tooLong', { count: Number(issue.maximum) });
      if (isCollection(issue.origin)) return say(locale, 'fields.tooMany', { count: Number(issue.maximum) });
      return say(locale, 'fields.tooBig', { most: limitText(issue.maximum, issue.origin) });
    case 'invalid_format':
      return say(locale, formatText[issue.format] ?? 'fields.format');
    case 'not_multiple_of':
      return say(locale, 'fields.multipleOf', { step: String(issue.divisor) });
    case 'invalid_value':
      if (issue.input === undefined) return say(locale, 'fields.missing');
      return say(locale, 'fields.oneOf', { choices: choicesOf(issue.values) });
    case 'unrecognized_keys':
      return say(locale, 'fields.unknown');
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return say(locale, 'fields.invalid');
  }
}

/** An empty word means a switch without a value, so it is not a useful suggestion. */
const choicesOf = (values: readonly unknown[]): string =>
  values
    .map(String)
    .filter((word) => word !== '')
    .join(', ');
const isCollection = (origin: string): boolean => origin === 'array' || origin === 'set' || origin === 'map';
// A date's limit arrives as epoch milliseconds.
const limitText = (limit: number | bigint, origin: string): string =>
  origin === 'date' ? new Date(Number(limit)).toISOString() : String(limit);

const typeText: Readonly<Record<string, TextKey>> = {
  string: 'fields.text',
  number: 'fields.number',
  int: 'fields.wholeNumber',
  boolean: 'fields.boolean',
  array: 'fields.list',
  object: 'fields.object',
  record: 'fields.object',
  date: 'fields.date',
};

const formatText: Readonly<Record<string, TextKey>> = {
  email: 'fields.email',
  url: 'fields.url',
  datetime: 'fields.date',
  date: 'fields.date',
};

/** Schemas contain English sentences. Known ones are translated into the caller's language. */
function translate(message: string, locale: Locale): string {
  const key = keyOfEnglish.get(message);
  return key ? say(locale, key) : message;
}

const english: Texts['fields'] = languages[0].texts.fields;
const keyOfEnglish = new Map(Object.entries(english).map(([key, text]) => [text, `fields.${key}` as TextKey]));
