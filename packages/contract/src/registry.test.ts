import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract, listContract } from './registry.ts';
import { harmlessRepeats } from './testing/harmless-repeats.ts';
import { seedBodyKeys, seedCalls } from './testing/seed-calls.ts';
import { boundsOf, fieldsOf, typeOf, walk } from './testing/walk.ts';
import type { AnyEndpoint, ChosenBy, Schema } from './wire/endpoint.ts';

const calls = listContract();
const shapeOf = ({ method, path }: AnyEndpoint) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
const inputsOf = ({ params, query, body, bodyBy }: AnyEndpoint): Readonly<Record<string, Schema>> => ({
  params,
  query,
  ...(bodyBy ? Object.fromEntries(Object.entries(bodyBy.choices).map(([w, s]) => [`body(${w})`, s])) : { body }),
});

test('declares every call of the specification, with its query and named body keys', () => {
  const declared = new Map(calls.map(({ endpoint }) => [shapeOf(endpoint), endpoint]));
  const missing = seedCalls.flatMap(({ route, query }) => {
    const endpoint = declared.get(route);
    if (!endpoint) return [`${route} is not declared`];
    const known = { query: Object.keys(fieldsOf(endpoint.query)), body: Object.keys(fieldsOf(endpoint.body)) };
    return [
      ...query.filter((key) => !known.query.includes(key)).map((key) => `${route} lacks ?${key}`),
      ...(seedBodyKeys[route] ?? []).filter((key) => !known.body.includes(key)).map((key) => `${route} lacks ${key}`),
    ];
  });
  expect(missing).toEqual([]);
  expect(seedCalls).toHaveLength(114);
});

test('no two calls share method and path, and no call belongs to two homes', () => {
  const shapes = calls.map(({ endpoint }) => shapeOf(endpoint));
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
});

test.each(calls)('$key: each word in braces has a schema, and each schema a word', ({ endpoint }) => {
  expect(Object.keys(fieldsOf(endpoint.params)).sort()).toEqual(namesIn(endpoint.path).sort());
  expect(endpoint.path).toMatch(/^\/(?:(?:[\w@]+|\{\w+\})(?:\/(?:\w+(?:-\w+)*|\{\w+\}))*)?$/);
  expect(endpoint.summary).toMatch(/^[A-Z].*\.$/);
});

test.each(calls)(
  '$key: the access rule names an existing parameter, and a flag has a server to hold it',
  ({ endpoint }) => {
    const { access, flag, flagBy, params, query } = endpoint;
    const where = 'in' in access && access.in === 'query' ? query : params;
    const named = 'param' in access ? [access.param] : [];
    expect(Object.keys(fieldsOf(where))).toEqual(expect.arrayContaining(named));
    expect(flag || flagBy ? access.who : 'manager').toBe('manager');
  },
);

test('choices by a word exist for all words of the parameter, and bodies cover all of them', () => {
  for (const { endpoint } of calls) {
    const { flagBy, bodyBy } = endpoint;
    expect(flagBy ? wordsOf(flagBy, endpoint) : []).toEqual(expect.arrayContaining(Object.keys(flagBy?.choices ?? {})));
    expect(bodyBy ? [...wordsOf(bodyBy, endpoint)].sort() : []).toEqual(Object.keys(bodyBy?.choices ?? {}).sort());
  }
});

test('each POST and PUT runs once, or has a reason why repeating it is harmless', () => {
  const undeclared = calls
    .filter(({ endpoint }) => !endpoint.once && (endpoint.method === 'POST' || endpoint.method === 'PUT'))
    .map(({ key }) => key);
  expect(undeclared.sort(), 'declare `once: true`, or add a reason to testing/harmless-repeats.ts').toEqual(
    Object.keys(harmlessRepeats).sort(),
  );
});

test('only calls of people with an answer to store are declared once', () => {
  const wrong = calls
    .filter(({ endpoint }) => endpoint.once)
    .filter(
      ({ endpoint }) =>
        endpoint.method === 'GET' || endpoint.answers !== 'envelope' || endpoint.access.who === 'anyone',
    );
  expect(wrong.map(({ key }) => key)).toEqual([]);
});

function wordsOf(by: ChosenBy<unknown>, endpoint: AnyEndpoint): readonly string[] {
  const field = fieldsOf(endpoint[by.from])[by.name];
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : [];
}

test.each(calls)('$key: becomes JSON Schema', ({ endpoint }) => {
  for (const schema of [...Object.values(inputsOf(endpoint)), endpoint.body, endpoint.reply]) {
    expect(z.toJSONSchema(schema, { io: 'input' })).toBeTypeOf('object');
  }
});

test('a component has one name, and a name one component', () => {
  const named = new Map<string, Schema>();
  const twice: string[] = [];
  for (const { endpoint } of calls) {
    for (const root of [...Object.values(inputsOf(endpoint)), endpoint.reply]) {
      for (const [, schema] of walk(root)) {
        const id = z.globalRegistry.get(schema)?.id;
        if (!id) continue;
        if ((named.get(id) ?? schema) !== schema) twice.push(id);
        named.set(id, schema);
      }
    }
  }
  expect(twice).toEqual([]);
  expect([...named.keys()]).toEqual(expect.arrayContaining(['Giveaway', 'Starboard', 'KickStreamer', 'Embed']));
});

const hasNoEnd = (pattern: RegExp) => /(?<!\\)[*+]|\{\d+,\}/.test(pattern.source);

test.each(calls)('$key: every input has a limit', ({ endpoint }) => {
  const unlimited: string[] = [];
  for (const [part, root] of Object.entries(inputsOf(endpoint))) {
    for (const [path, schema] of walk(root)) {
      const { minimum, maximum, format, patterns } = boundsOf(schema);
      const type = typeOf(schema);
      if (type === 'string' && maximum === undefined) {
        const ends = patterns.some((pattern) => !hasNoEnd(pattern)) || format === 'datetime';
        if (!ends) unlimited.push(`${part}${path}: text without an end`);
      }
      if (type === 'array' && maximum === undefined) unlimited.push(`${part}${path}: list without an end`);
      if (type === 'number' && (minimum === undefined || maximum === undefined)) {
        unlimited.push(`${part}${path}: number without a range`);
      }
      if (['any', 'unknown', 'record'].includes(type)) unlimited.push(`${part}${path}: takes anything`);
    }
  }
  expect(unlimited).toEqual([]);
});

test('homes are called as in the dashboard', () => {
  for (const home of Object.keys(contract)) expect(home).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
