import type { AnyEndpoint } from '@tally/contract';
import { z } from 'zod';

/** Values that together match every parameter of the contract. */
const candidates = [
  '00000000-0000-4000-8000-000000000000',
  'gw_nothing',
  '100200300400500600',
  'kick',
  'twitch',
  'abc',
  'a-b',
  '1',
  '7',
  'live',
  'guild',
  'true',
  '2026-01-31T18:00:00Z',
  'https://example.org/a.png',
  'ABCDEFGH',
  'abcdefgh12345678',
  '07553844',
  // 256 bits in base64url.
  'A'.repeat(43),
];

/** Returns a path with a query that the declaration accepts. `named` sets the values that matter to the test. */
export function samplePath(endpoint: AnyEndpoint, named: Readonly<Record<string, string>> = {}): string {
  const params = sampleOf(endpoint, 'params', named);
  const query = sampleOf(endpoint, 'query', named);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

function sampleOf(
  endpoint: AnyEndpoint,
  part: 'params' | 'query',
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const schema: z.ZodObject = endpoint[part];
  const sample: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const isOptional = z.safeDecode(field, undefined).success;
    const known = named[name];
    if (known !== undefined) sample[name] = known;
    else if (!isOptional) sample[name] = fitting(endpoint, name, field);
  }
  if (!z.safeDecode(schema, sample).success) throw new Error(`${endpoint.path}: no sample for its ${part} was found`);
  return sample;
}

function fitting(endpoint: AnyEndpoint, name: string, field: z.core.$ZodType): string {
  const words = wordsOf(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  const found = [...words, ...candidates].find((word) => z.safeDecode(field, word).success);
  if (found === undefined) throw new Error(`${endpoint.path}: add a word that fits "${name}" to the candidates`);
  return found;
}

function wordsOf(schema: { enum?: unknown; anyOf?: unknown }): string[] {
  const own = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  const inner = Array.isArray(schema.anyOf) ? schema.anyOf.flatMap((each) => wordsOf(each as object)) : [];
  return [...own, ...inner];
}
