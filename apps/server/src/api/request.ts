import { type Caller, chooseLocale, type Ctx, type Doors, type RateLimit } from '@tally/kernel';
import type { FastifyRequest } from 'fastify';
import type { NamedEndpoint } from './endpoints.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook. Absent when the address could not even be read. */
    ctx?: Ctx;
    /** The text of a JSON body, for the fingerprint of an idempotent call. */
    bodyText?: string;
  }
  interface FastifyContextConfig {
    call?: NamedEndpoint;
    /** Health checks and documents: neither counted nor asked who is there. */
    isOpen?: boolean;
  }
}

const ownRequestId = /^[\w.-]{8,64}$/;

/** A request id that came along is kept, so that one id runs through the web app, the API and the logs. */
export function requestIdOf(sent: string | string[] | undefined, doors: Doors): string {
  if (typeof sent === 'string' && ownRequestId.test(sent)) return sent;
  return Buffer.from(doors.random.bytes(12)).toString('base64url');
}

/** The context of one request. A person's own language wins over the browser's. */
export function openContext(
  doors: Doors,
  request: FastifyRequest,
  about: { caller: Caller; rateLimit?: RateLimit | undefined },
): Ctx {
  const saved = about.caller.kind === 'user' ? about.caller.locale : undefined;
  return {
    ...doors,
    log: doors.log.child({ requestId: request.id }),
    caller: about.caller,
    locale: saved ?? chooseLocale(request.headers['accept-language']),
    requestId: request.id,
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) },
    rateLimit: about.rateLimit,
  };
}

export const anonymous = { kind: 'anonymous' } as const satisfies Caller;
