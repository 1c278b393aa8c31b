import { STATUS_CODES } from 'node:http';
import { DefaultRestOptions, type ResponseLike, type RESTOptions } from '@discordjs/rest';
import type { Wire, WireAnswer } from '@tally/infra/http';

type Init = Parameters<RESTOptions['makeRequest']>[1];

/** One call of the library on our own wire. Only what carries files takes the library's way, which knows how to pack them. */
export async function callOn(wire: Wire, url: string, init: Init, timeoutMs: number): Promise<ResponseLike> {
  const { method = 'GET', body = null, signal } = init;
  if (body !== null && typeof body !== 'string') {
    return await DefaultRestOptions.makeRequest(url, {
      ...init,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    } as Init);
  }
  const headers = init.headers as Record<string, string | undefined>;
  return asResponse(await wire.send({ url, method, headers, body, timeoutMs, signal }));
}

/** What the library reads of an answer, and no more: making a whole `Response` of it costs as much as the call. */
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
