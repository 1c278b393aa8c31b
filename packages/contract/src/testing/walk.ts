import { z } from 'zod';
import type { Schema } from '../wire/endpoint.ts';

type Any = z.core.$ZodTypes;

/** Returns the schemas directly inside a schema, with the step to each. For a codec, those of its code side. */
export function childrenOf(schema: Schema): readonly (readonly [step: string, child: Schema])[] {
  const { def } = (schema as Any)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['[]', def.element]];
    case 'union':
      return def.options.map((option, index) => [`|${index}`, option] as const);
    case 'record':
      return [
        ['{key}', def.keyType],
        ['{}', def.valueType],
      ];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
      return [['', def.innerType]];
    default:
      return [];
  }
}

/** Yields every schema inside a schema, each with its path. */
export function* walk(schema: Schema, path = ''): Generator<readonly [path: string, schema: Schema]> {
  yield [path, schema];
  for (const [step, child] of childrenOf(schema)) yield* walk(child, step ? `${path}.${step}` : path);
}

export const typeOf = (schema: Schema): Any['_zod']['def']['type'] => (schema as Any)._zod.def.type;

/** All checks of a string, number or list, combined. */
export interface Bounds {
  minimum?: number;
  maximum?: number;
  format?: string;
  patterns: RegExp[];
}

export function boundsOf(schema: Schema): Bounds {
  const bounds: Bounds = { patterns: [] };
  const { def } = schema._zod;
  for (const check of [def, ...(def.checks ?? []).map((each) => each._zod.def)] as z.core.$ZodChecks['_zod']['def'][]) {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
    switch (check.check) {
      case 'min_length':
        bounds.minimum = check.minimum;
        break;
      case 'max_length':
        bounds.maximum = check.maximum;
        break;
      case 'greater_than':
        bounds.minimum = Number(check.value);
        break;
      case 'less_than':
        bounds.maximum = Number(check.value);
        break;
      case 'string_format':
        bounds.format = check.format;
        if (check.pattern) bounds.patterns.push(check.pattern);
        break;
      default:
        break;
    }
  }
  return bounds;
}

export const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  schema instanceof z.ZodObject ? schema.shape : {};
