import * as fc from 'fast-check';
import { z } from 'zod';
import type { Schema } from '../wire/endpoint.ts';
import { boundsOf, typeOf } from './walk.ts';

/** Generates a schema's values as code sees them (dates, bigints), for property tests and for fuzzing forms. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, arbitraryOf(field)])));
    case 'array':
      return arrays(schema, def.element);
    case 'union':
      return fc.oneof(...def.options.map(arbitraryOf));
    case 'record':
      return records(def.keyType, arbitraryOf(def.valueType));
    case 'default':
      return arbitraryOf(def.innerType);
    case 'optional':
      return fc.option(arbitraryOf(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType), { nil: null });
    case 'pipe':
      return arbitraryOf(def.out);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'string':
      return strings(schema);
    case 'number':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'bigint':
      return fc.bigInt({ min: 0n, max: (1n << 60n) - 1n });
    case 'date':
      return fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    case 'null':
      return fc.constant(null);
    case 'unknown':
      return fc.constantFrom<unknown>(null, 'text', 7, ['list']);
    default:
      throw new Error(`no values known for a schema of type ${def.type}`);
  }
}

/** If the keys are an enum, a record contains all of them. */
function records(keyType: z.core.$ZodType, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { def } = (keyType as z.core.$ZodTypes)._zod;
  if (def.type !== 'enum') return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 3 });
  return fc.record(Object.fromEntries(Object.values(def.entries).map((key) => [key, value])));
}

function arrays(schema: Schema, element: Schema): fc.Arbitrary<unknown[]> {
  const { minimum = 0, maximum = 3 } = boundsOf(schema);
  // A list of enum values is a set, because the wire keeps each value only once.
  if (typeOf(element) === 'enum') return fc.uniqueArray(arbitraryOf(element), { minLength: minimum, maxLength: 3 });
  return fc.array(arbitraryOf(element), { minLength: minimum, maxLength: Math.min(maximum, minimum + 3) });
}

function integers(schema: Schema): fc.Arbitrary<number> {
  const { minimum = 0, maximum = 2_147_483_647 } = boundsOf(schema);
  return fc.integer({ min: minimum, max: maximum });
}

/** Uses the schema's example if the generator cannot handle its pattern, such as lookaheads or Unicode classes. */
function strings(schema: Schema): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 40, format, patterns } = boundsOf(schema);
  const examples = z.globalRegistry.get(schema)?.examples as string[] | undefined;
  if (examples?.length) return fc.constantFrom(...examples);
  if (format === 'url') return fc.constantFrom('https://example.org/a.png', 'https://example.org/?q=1#top');
  if (format === 'date') return fc.constantFrom('2026-03-09', '2028-02-29');
  if (format === 'datetime') return fc.constantFrom('2026-03-09T10:00:00Z');
  const isValid = (value: string) => z.safeParse(schema, value).success;
  const pattern = patterns.find((each) => !each.source.startsWith('^[^'));
  if (pattern) return fc.stringMatching(pattern, { maxLength: Math.min(maximum, 60) }).filter(isValid);
  return fc.string({ minLength: minimum, maxLength: Math.min(maximum, minimum + 40) }).filter(isValid);
}
