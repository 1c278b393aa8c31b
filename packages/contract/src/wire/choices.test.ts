import { expect, test } from 'vitest';
import { z } from 'zod';
import { listContract } from '../registry.ts';
import { walk } from '../testing/walk.ts';
import { channelField, listChoices, roleField } from './choices.ts';
import type { AnyEndpoint, Schema } from './endpoint.ts';
import { ChannelId, RoleId } from './ids.ts';

const bodiesOf = ({ body, bodyBy }: AnyEndpoint): readonly Schema[] => Object.values(bodyBy?.choices ?? { body });

/** Finds fields for a channel or role that do not declare its purpose. */
const purposeless = (body: Schema): string[] =>
  [...walk(body)]
    .filter(([, schema]) => {
      const { is, purpose } = z.globalRegistry.get(schema) ?? {};
      return is !== undefined && purpose === undefined;
    })
    .map(([path]) => path);

test('every channel and role in a server’s body declares its purpose', () => {
  const bodies = listContract().filter(({ endpoint }) => endpoint.access.who === 'manager');
  const found = bodies.flatMap(({ key, endpoint }) =>
    bodiesOf(endpoint).flatMap((body) => purposeless(body).map((path) => `${key}${path}`)),
  );
  expect(found).toEqual([]);
});

test('finds one that does not', () => {
  const forgotten = z.object({ room: ChannelId.nullable(), list: z.array(z.object({ roleId: RoleId })).optional() });
  expect(purposeless(forgotten)).toEqual(['.room', '.list.[].roleId']);
});

test('finds choices with the path of their field, at any depth', () => {
  const schema = z.object({
    room: channelField('postsTo').nullish(),
    filter: z.object({ roles: z.array(roleField('asks')) }).nullable(),
    either: z.union([z.object({ role: roleField('gives') }), z.object({ text: z.string() })]),
    none: roleField('pings').optional(),
  });
  const value = { room: '11111', filter: { roles: ['22222', '33333'] }, either: { role: '44444' } };
  expect(listChoices(schema, value)).toEqual([
    { is: 'channel', purpose: 'postsTo', field: 'room', id: '11111' },
    { is: 'role', purpose: 'asks', field: 'filter.roles.0', id: '22222' },
    { is: 'role', purpose: 'asks', field: 'filter.roles.1', id: '33333' },
    { is: 'role', purpose: 'gives', field: 'either.role', id: '44444' },
  ]);
  expect(listChoices(schema, { ...value, room: null, filter: null, either: { text: 'x' } })).toEqual([]);
});
