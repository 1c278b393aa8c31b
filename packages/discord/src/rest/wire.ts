import { STATUS_CODES } from 'node:http';
import type { RESTOptions, ResponseLike } from '@discordjs/rest';
import type { Wire, WireAnswer } from '@tally/infra/http';

type Init = Parameters<RESTOptions['makeRequest']>[1];

/** Sends one call of the library through our own HTTP client. */
export async function callOn(wire: Wire, url: string, init: Init, timeoutMs: number): Promise<ResponseLike> {
  const { method = 'GET', signal } = init;
  const given = init.headers as Record<string, string | undefined>;
  if (init.body === null || init.body === undefined || typeof init.body === 'string')
    return asResponse(await wire.send({ url, method, headers: given, body: init.body ?? null, timeoutMs, signal }));
  const { bytes: body, type } = await pack(init.body);
  const isNamed = Object.keys(given).some((name) => name.toLowerCase() === 'content-type');
  const headers = isNamed || !type ? given : { ...given, 'content-type': type };
  return asResponse(await wire.send({ url, method, headers, body, timeoutMs, signal }));
}

/**
 * Files are sent as a form, which is converted to bytes here. The library would pass it to the undici that registered
 * itself globally in this process, which refuses forms it did not create.
 */
async function pack(body: NonNullable<Init['body']>): Promise<{ bytes: Uint8Array; type: string | null }> {
  const packed = new Response(body as ConstructorParameters<typeof Response>[0]);
  return { bytes: await packed.bytes(), type: packed.headers.get('content-type') };
}

/** Builds only the part of a response that the library reads, because a whole `Response` costs as much as the call. */
function asResponse({ status, headers, body }: WireAnswer): ResponseLike {
  const get = (name: string): string | null => {
    const value = headers[name.toLowerCase()];
    return (Array.isArray(value) ? value.join(', ') : value) ?? null;
  };
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ok: status >= 200 && status < 300,
    headers: { get, has: (name: string) => get(name) !== null } as ResponseLike['headers'],
    body: null,
    bodyUsed: false,
    arrayBuffer: async () => Uint8Array.from(body).buffer,
    json: async () => JSON.parse(body.toString('utf8')) as unknown,
    text: async () => body.toString('utf8'),
  };
}
