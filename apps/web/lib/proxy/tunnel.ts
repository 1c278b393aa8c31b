import { handleTunnelRequest } from '@sentry/core';
import { config } from '../config.ts';
import { isSameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Forwards error reports through our own origin, where blockers do not stop them. It accepts only our own DSN, because
 * it would be an open relay otherwise.
 */
export async function tunnelReport(request: Request): Promise<Response> {
  const { SENTRY_DSN: dsn, webUrl } = config();
  if (dsn === undefined) return answer(404);
  if (!isSameOrigin(request, webUrl)) return answer(403);
  const upstream = await handleTunnelRequest({ request, allowedDsns: [dsn] });
  return answer(upstream.status, upstream.headers);
}

/** Returns only the headers that the tracker's client reads. */
const handedBack = ['retry-after', 'x-sentry-rate-limits'];

function answer(status: number, from = new Headers()): Response {
  const headers = new Headers({ ...securityHeaders, 'cache-control': 'no-store' });
  for (const name of handedBack) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status, headers });
}
