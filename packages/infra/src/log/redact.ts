import type { Config } from '@tally/kernel';

/** Fields with these names must never be logged, because they hold secrets. */
const secretName =
  /token|secret|passw|authori[sz]ation|cookie|api[-_]?key|access[-_]?key|signature|dsn|encryption|session[-_]?id|credential|otlp[-_]headers/i;
/** Fields with these names are not logged, because they hold long texts from other people. */
const bodyName = /^(raw)?body$|^payload$|^form$/i;

/** Patterns of secrets that are not in the configuration: people's tokens, passwords in URLs, webhook URLs. */
const secretShapes: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Bot|Basic)\s+[\w.~+/=-]{8,}/g, '$1 [secret]'],
  // https://discord.com/developers/docs/reference#authentication: id.time.signature
  [/\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}\b/g, '[secret]'],
  [/(\/webhooks\/\d+\/)[\w-]{20,}/g, '$1[secret]'],
  [/\b((?:sk|rk|pk|whsec)_(?:live_|test_)?)[A-Za-z0-9]{16,}/g, '$1[secret]'],
  [/\/\/([^/\s:@]+):[^/\s@]+@/g, '//$1:[secret]@'],
  [
    /([?&](?:code|state|token|key|signature|access_token|refresh_token|client_secret|X-Amz-Signature)=)[^&\s"']+/gi,
    '$1[secret]',
  ],
];

export type Scrub = (text: string) => string;

/** Removes all secret values from a text, and everything that looks like a secret. */
export function makeScrub(secrets: readonly string[]): Scrub {
  // A JSON line escapes quotes and backslashes, and JSON within JSON escapes them twice. We search for every spelling.
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const spellings = secrets
    .flatMap((secret) => [secret, escaped(secret), escaped(escaped(secret)), encodeURIComponent(secret)])
    .filter((spelling) => spelling.length >= 6);
  // The longest values come first, because replacing a part of a secret would leave the rest.
  const values = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of values) clean = clean.replaceAll(value, '[secret]');
    for (const [shape, instead] of secretShapes) clean = clean.replace(shape, instead);
    return clean;
  };
}

/** Returns every secret value of the configuration, found by name at any depth. */
export function secretsOf(config: Config): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, isSecret: boolean) => {
    if (typeof value === 'string') {
      // `id:key,id:key`, `name=value` and URLs with a password contain secrets as parts.
      if (isSecret) found.push(value, ...value.split(/[,:@/=]/).filter((part) => part.length >= 12));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        visit(inner, isSecret || secretName.test(name) || /keys?$|database_?url/i.test(name));
      }
    }
  };
  visit(config, false);
  return found;
}

const longest = 2_000;
const deepest = 6;

/** Returns a shortened copy of the fields, without secrets and bodies. */
export function cleanFields(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.length > longest ? `${value.slice(0, longest)}… (${value.length})` : value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (value instanceof URL) return value.href;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= deepest) return '[…]';
  if (value instanceof Map || value instanceof Set) return cleanFields([...value], depth);
  if (Array.isArray(value)) return value.slice(0, 50).map((each) => cleanFields(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (secretName.test(name)) return [name, inner === undefined || inner === null ? inner : '[secret]'];
      if (bodyName.test(name)) return [name, '[body]'];
      return [name, cleanFields(inner, depth + 1)];
    }),
  );
}

const telling = [
  'code',
  'kind',
  'world',
  'status',
  'retryAfterMs',
  'upstreamCode',
  'severity',
  'constraint',
  'table',
  'syscall',
];

function describeError(error: Error, depth: number): object {
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(error));
  const message = messageOf(error, fields);
  const stack = error.stack?.replace(error.message, message).split('\n').slice(0, 30).join('\n');
  return {
    type: error.name,
    message: cleanFields(message),
    ...Object.fromEntries(
      telling.filter((name) => name in error).map((name) => [name, cleanFields(fields[name], depth + 1)]),
    ),
    stack,
    ...(error.cause instanceof Error && depth < deepest ? { cause: describeError(error.cause, depth + 1) } : {}),
    ...(error instanceof AggregateError ? { errors: cleanFields(error.errors, depth + 1) } : {}),
  };
}

/** Drizzle's errors contain the statement's values, which are personal data, so we log only the statement. */
function messageOf(error: Error, fields: Readonly<Record<string, unknown>>): string {
  if (typeof fields.query === 'string' && Array.isArray(fields.params))
    return `Failed query: ${fields.query.slice(0, 500)}`;
  return error.message;
}
