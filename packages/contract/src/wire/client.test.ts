import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract, listContract } from '../registry.ts';
import { arbitraryOf } from '../testing/arbitrary.ts';
import { decodeReply, encodeRequest } from './client.ts';
import { type AnyEndpoint, bodySchemaOf } from './endpoint.ts';
import { ServerId } from './ids.ts';

const calls = listContract();
const settings = { numRuns: 15, seed: 20260309 };

interface Input {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

const objectsOf = (schema: AnyEndpoint['params']) => arbitraryOf(schema) as fc.Arbitrary<object>;
const inputsOf = (call: AnyEndpoint): fc.Arbitrary<Input> =>
  fc
    .record({ params: objectsOf(call.params), query: objectsOf(call.query) })
    .chain((address) => fc.record({ ...constants(address), body: arbitraryOf(bodySchemaOf(call, address)) }));
const constants = (address: { params: object; query: object }) => ({
  params: fc.constant(address.params),
  query: fc.constant(address.query),
});

/** Returns what the API reads from the wire. */
function readBack(call: AnyEndpoint, path: string, body: string | undefined): Input {
  const url = new URL(path, 'http://api.test');
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const pattern = new RegExp(`^${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(url.pathname)?.slice(1) ?? [];
  const raw = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  const params = z.decode(call.params, raw) as object;
  const query = z.decode(call.query, Object.fromEntries(url.searchParams)) as object;
  const sent: unknown = body === undefined ? {} : JSON.parse(body);
  return { params, query, body: z.decode(bodySchemaOf(call, { params, query }), sent) };
}

test.each(calls)('$key: decodes what it encodes', ({ endpoint }) => {
  fc.assert(
    fc.property(inputsOf(endpoint), (input) => {
      const wire = encodeRequest(endpoint, input);
      expect(wire.method).toBe(endpoint.method);
      const expected = endpoint.method === 'GET' ? { ...input, body: {} } : input;
      expect(readBack(endpoint, wire.path, wire.body)).toEqual(expected);
    }),
    settings,
  );
});

test.each(calls.filter(({ endpoint }) => endpoint.answers !== 'download'))(
  '$key: decodes the reply',
  ({ endpoint }) => {
    fc.assert(
      fc.property(arbitraryOf(endpoint.reply), (data) => {
        const answer: unknown = JSON.parse(JSON.stringify({ status: 200, data: z.encode(endpoint.reply, data) }));
        expect(decodeReply(endpoint, answer)).toEqual(data);
      }),
      settings,
    );
  },
);

test('moments become dates, bits become bigints, and a name with odd letters survives the path', () => {
  const wire = encodeRequest(contract.notifications.getStreamer, {
    params: { guildId: ServerId.parse('112233445566778899'), platform: 'youtube', streamer: 'Ada & Søn 100%' },
  });
  expect(wire.path).toBe('/data/guild/112233445566778899/youtube/Ada%20%26%20S%C3%B8n%20100%25');
});

test('a failure is decoded as it was sent', () => {
  const failure = { status: 403, error: 'No.', code: 'notAllowed', requestId: 'r1' };
  expect(decodeReply(contract.teams.listTeams, failure)).toEqual(failure);
});
