import { type Caller, chooseLocale, type Ctx, type Doors, type Log, type RateLimit } from '@tally/kernel';
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

/**
 * A request id that came along is kept, so that one id runs through the web app, the API and the logs. Ours are a
 * random word of this process and a number: asking for randomness at every request cost more than the router.
 */
export function createRequestIds(doors: Doors): (sent: string | string[] | undefined) => string {
  const word = Buffer.from(doors.random.bytes(6)).toString('base64url');
  let count = 0;
  return (sent) => {
    if (typeof sent === 'string' && ownRequestId.test(sent)) return sent;
    count += 1;
    return `${word}-${count.toString(36).padStart(4, '0')}`;
  };
}

/** The context of a request of which nobody knows yet who makes it. */
export function openContext(doors: Doors, request: FastifyRequest): Ctx {
  return {
    ...doors,
    log: lazyChild(doors.log, { requestId: request.id }),
    caller: anonymous,
    locale: chooseLocale(request.headers['accept-language']),
    requestId: request.id,
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) },
  };
}

/** A person's own language wins over the browser's. */
export function nameCaller(ctx: Ctx, caller: Caller, rateLimit: RateLimit): Ctx {
  const saved = caller.kind === 'user' ? caller.locale : undefined;
  return { ...ctx, caller, rateLimit, locale: saved ?? ctx.locale };
}

/** Most requests write nothing, and a child of the log is not free. */
function lazyChild(parent: Log, fields: object): Log {
  let made: Log | undefined;
  const log = (): Log => (made ??= parent.child(fields));
  return {
    debug: (more, message) => log().debug(more, message),
    info: (more, message) => log().info(more, message),
    warn: (more, message) => log().warn(more, message),
    error: (more, message) => log().error(more, message),
    child: (more) => log().child(more),
  };
}

export const anonymous = { kind: 'anonymous' } as const satisfies Caller;
