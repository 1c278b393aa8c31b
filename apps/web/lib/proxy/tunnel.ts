import { handleTunnelRequest } from '@sentry/core';
import { config } from '../config.ts';
import { isSameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Error reports go through our own origin, where no blocker stops them. Only for our own DSN: anything else would
 * make this an open relay.
 */
export async function tunnelReport(request: Request): Promise<Response> {
  const { SENTRY_DSN: dsn, webUrl } = config();
  if (dsn === undefined) return answer(404);
  if (!isSameOrigin(request, webUrl)) return answer(403);
  const upstream = await handleTunnelRequest({ request, allowedDsns: [dsn] });
  return answer(upstream.status, upstream.headers);
}

/** Only the headers that the tracker's client reads. */
const handedBack = ['retry-after', 'x-sentry-rate-limits'];

function answer(status: number, from = new Headers()): Response {
  const headers = new Headers({ ...securityHeaders, 'cache-control': 'no-store' });
  for (const name of handedBack) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status, headers });
}
