import type { AnyEndpoint } from '@tally/contract';
import type { Random } from '@tally/kernel';
import { samplePath } from './sample-request.ts';

export interface MalformedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
}

/** Texts that are known to break programs. */
const words = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999999999',
  '../../../etc/passwd',
  '%00',
  '\u0000',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\ud800',
  '\u202e\u2066',
  '🙂'.repeat(40),
  'a'.repeat(511),
  'a'.repeat(3000),
  '__proto__',
  'constructor',
  '[object Object]',
  '2026-13-45T99:99:99Z',
];

const values: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  Number.MAX_VALUE,
  2 ** 53,
  [],
  {},
  [[[[[]]]]],
  [null],
  { length: -1 },
  { toString: 1, valueOf: 2 },
  'x'.repeat(100_000),
  Array.from({ length: 5000 }, () => 0),
  ...words,
];

const texts = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '\ufeff{}',
  '{"\\u0000":"\\ud800"}',
];

const types = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  '',
];

/** Generates a request that is invalid in one place but otherwise well formed, so it passes most checks. */
export function malformedRequest(
  endpoint: AnyEndpoint,
  random: Random,
  named: Readonly<Record<string, string>>,
): MalformedRequest {
  const pick = <T>(list: readonly T[]): T => list[random.int(list.length)] as T;
  const good = samplePath(endpoint, named);
  const isParts = endpoint.path.includes('{') || namesOf(endpoint.query).length > 0;
  const kinds = [
    'body',
    'body',
    'body',
    'text',
    'type',
    'header',
    ...(isParts ? ['path', 'path', 'query', 'query'] : ['query']),
  ];
  const json = (payload: unknown, path = good) => ({
    method: endpoint.method,
    path,
    headers: { 'content-type': 'application/json' },
    payload: endpoint.method === 'GET' ? undefined : JSON.stringify(payload),
  });
  switch (pick(kinds)) {
    case 'path':
      return json({}, spoilPath(endpoint, { named, pick, word: () => pick(words) }));
    case 'query':
      return json(
        {},
        spoilQuery(good, [...namesOf(endpoint.query), 'limit', 'cursor', 'x'], { pick, word: () => pick(words) }),
      );
    case 'text':
      return { ...json({}), payload: endpoint.method === 'GET' ? undefined : pick(texts) };
    case 'type':
      return {
        ...json({ a: 1 }),
        headers: { 'content-type': pick(types), 'content-encoding': pick(['identity', 'gzip', 'br', 'x']) },
      };
    case 'header': {
      const names = [
        'accept-language',
        'idempotency-key',
        'x-request-id',
        'if-none-match',
        'accept',
        'range',
        'x-forwarded-for',
        'expect',
      ];
      return { ...json({}), headers: { 'content-type': 'application/json', [pick(names)]: headerText(pick(words)) } };
    }
    default: {
      const body: Record<string, unknown> = {};
      for (const name of [...namesOf(endpoint.body), 'isDev', 'dbId']) if (random.int(3) > 0) body[name] = pick(values);
      return json(random.int(10) === 0 ? pick(values) : body);
    }
  }
}

const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

interface Spoiler {
  readonly pick: <T>(list: readonly T[]) => T;
  readonly word: () => string;
}

function spoilPath(
  endpoint: AnyEndpoint,
  { named, pick, word }: Spoiler & { named: Readonly<Record<string, string>> },
): string {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (names.length === 0) return `${endpoint.path}/${encodeText(word())}`;
  const bad = pick(names);
  const parts = samplePath(endpoint, named).split('?', 1)[0]?.split('/') ?? [];
  return endpoint.path
    .split('/')
    .map((part, at) => (part === `{${bad}}` ? encodeText(word()) : parts[at]))
    .join('/');
}

function spoilQuery(path: string, names: readonly string[], { pick, word }: Spoiler): string {
  const pairs = [pick(names), pick(names)].map(
    (name) => `${name}${pick(['=', '[]=', '[a]=', ''])}${encodeText(word())}`,
  );
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** A lone surrogate cannot be encoded, so it is sent as raw bytes, which are invalid UTF-8. */
const encodeText = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

function namesOf(schema: { _zod?: { def?: { shape?: object } } }): string[] {
  return Object.keys(schema._zod?.def?.shape ?? {});
}
