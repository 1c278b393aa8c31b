import type { Access, AnyEndpoint } from '@tally/contract';
import { bytesText } from '../answers/refusal.ts';
import { type Contract, listEndpoints, type NamedEndpoint, takesBody } from '../endpoints.ts';
import { collectSchemas, type JsonSchema, type SchemaCollector } from './schemas.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly JsonSchema[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** Generates the OpenAPI 3.1 document of a contract from the declarations that the API itself reads. */
export function describeApi(
  contract: Contract,
  about: { siteName: string; isBuilt: (endpoint: AnyEndpoint) => boolean },
): OpenApiDocument {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const call of listEndpoints(contract)) {
    const { method, path } = call.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(call, schemas, about.isBuilt(call.endpoint)) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${about.siteName} API`,
      version: '1',
      description:
        'Every answer is `{status, data}` or `{status, error, code, requestId}`. Send the session as `Authorization: Bearer <token>`. A call that takes an `Idempotency-Key` is carried out once for each key, however often it is sent.',
    },
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...schemas.components, Failure: failure },
      responses: refusals,
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeCall({ name, home, endpoint }: NamedEndpoint, schemas: SchemaCollector, isBuilt: boolean): Operation {
  const body = describeBody(endpoint, schemas);
  const needsLogin = endpoint.access.who !== 'anyone';
  const codes = [
    '400',
    ...(needsLogin ? ['401', '403'] : []),
    '404',
    ...(endpoint.once ? ['409'] : []),
    ...(body ? ['413'] : []),
    '429',
    '500',
    ...(isBuilt ? [] : ['501']),
    '503',
  ];
  return {
    operationId: name,
    tags: [home],
    summary: endpoint.summary,
    description: [
      whoText(endpoint.access),
      endpoint.flag ? `Premium flag: ${endpoint.flag}.` : '',
      isBuilt ? '' : 'Not available yet.',
    ]
      .filter((part) => part !== '')
      .join(' '),
    security: needsLogin ? [{ session: [] }] : [{}, { session: [] }],
    parameters: [
      ...parametersOf(endpoint, 'path', schemas),
      ...parametersOf(endpoint, 'query', schemas),
      ...(endpoint.once ? [idempotencyKey] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      '200': describeSuccess(endpoint, schemas),
      ...(endpoint.answers === 'redirect'
        ? { '302': { description: 'Elsewhere', headers: { location: { schema: { type: 'string' } } } } }
        : {}),
      ...Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/${code}` }])),
    },
  };
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A value of your own. A repeat with the same key does nothing twice and gets the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function parametersOf(endpoint: AnyEndpoint, place: 'path' | 'query', schemas: SchemaCollector): JsonSchema[] {
  const { properties = {}, required = [] } = schemas.toJson(place === 'path' ? endpoint.params : endpoint.query);
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required as readonly string[]).includes(name),
    schema,
  }));
}

function describeBody(endpoint: AnyEndpoint, schemas: SchemaCollector): JsonSchema | undefined {
  const { upload } = endpoint;
  if (upload) {
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `At most ${bytesText(upload.maxBytes)}.`,
    };
    const schema = {
      allOf: [
        schemas.toJson(endpoint.body),
        { type: 'object', properties: { [upload.field]: file }, required: [upload.field] },
      ],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!takesBody(endpoint)) return undefined;
  return { required: true, content: { 'application/json': { schema: schemas.toJson(endpoint.body) } } };
}

function describeSuccess(endpoint: AnyEndpoint, schemas: SchemaCollector): JsonSchema {
  if (endpoint.answers === 'download') {
    return {
      description: 'A file',
      content: {
        'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    };
  }
  if (endpoint.answers === 'events')
    return { description: 'A stream of events', content: { 'text/event-stream': { schema: { type: 'string' } } } };
  const data = schemas.toJson(endpoint.reply);
  const schema = { type: 'object', properties: { status: { const: 200 }, data }, required: ['status', 'data'] };
  return { description: 'Done', content: { 'application/json': { schema } } };
}

function whoText(access: Access): string {
  switch (access.who) {
    case 'anyone':
      return 'Anyone.';
    case 'user':
      return 'Anybody who is logged in.';
    case 'self':
      return `The person whom \`${access.param}\` names${access.only ? '' : ', or staff'}.`;
    case 'manager':
      return access.in === 'params'
        ? `Somebody who may manage the server \`${access.param}\`.`
        : `Anybody who is logged in; with \`${access.param}\`, somebody who may manage that server.`;
    case 'team':
      return access.bit
        ? `A member of the team \`${access.param}\` who holds ${access.bit}.`
        : `A member of the team \`${access.param}\`.`;
    case 'team-leader':
      return `The leader of the team \`${access.param}\`.`;
    case 'helper':
      return `The person whom \`${access.param}\` names, or a member of their team who holds ${access.bit}.`;
    case 'staff':
      return 'Staff.';
    case 'dev':
      return 'Developers.';
  }
}

const failure: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    error: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    code: { type: 'string' },
    requestId: { type: 'string' },
  },
  required: ['status', 'error', 'code', 'requestId'],
};

const refusalTexts = {
  400: 'Something in the request is not valid; a list names each field.',
  401: 'Not logged in, or the session has ended.',
  403: 'Not allowed.',
  404: 'It does not exist.',
  409: 'Not possible in the current state, or the `Idempotency-Key` was used for another request.',
  413: 'Too large.',
  429: 'Too many requests; `Retry-After` says how many seconds to wait.',
  500: 'A mistake on our side.',
  501: 'Not available yet.',
  503: 'Something that we stand on is away; try again.',
} as const;

const refusals: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(refusalTexts).map(([code, description]) => [
    code,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
  ]),
);
