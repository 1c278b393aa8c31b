import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Collects named schemas (`.meta({ id })`) as components while the document is built. */
export interface SchemaCollector {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns the wire format. It uses `io: 'input'`, because our codecs decode from the wire and encode back to it. */
  toJson(schema: z.core.$ZodType): JsonSchema;
}

const PLACE = '#/components/schemas/';

export function collectSchemas(): SchemaCollector {
  const components: Record<string, JsonSchema> = {};
  const keep = (id: string, schema: JsonSchema) => {
    const known = components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${id}`);
    components[id] = schema;
  };
  return {
    components,
    toJson(schema) {
      const {
        $schema: _,
        $defs,
        ...root
      } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      for (const [id, part] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) keep(id, relocate(part));
      const id = root['id'];
      if (typeof id !== 'string') return relocate(root);
      keep(id, relocate(root));
      return { $ref: `${PLACE}${id}` };
    },
  };
}

/** Points references at the components. A component's own name is not part of its schema. */
function relocate(schema: JsonSchema): JsonSchema {
  return walk(schema, true) as JsonSchema;
}

function walk(value: unknown, isSchema: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, isSchema));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, part]) => !(isSchema && (key === 'id' || key === '$id') && typeof part === 'string'))
    // A known format is more useful to a reader than the pattern behind it.
    .filter(([key]) => !(isSchema && key === 'pattern' && 'format' in value))
    .map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string'
        ? part.replace('#/$defs/', PLACE)
        : walk(part, isSchemaUnder(key, isSchema)),
    ]);
  return Object.fromEntries(entries);
}

// Below `properties` the keys are field names, and a field may be called `id`. Examples are plain data.
const isSchemaUnder = (key: string, isSchema: boolean): boolean =>
  isSchema ? !['properties', 'patternProperties', 'examples', 'default', 'const', 'enum'].includes(key) : true;
