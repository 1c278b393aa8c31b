import { defaultLocale } from '@tally/contract';
import { type Caller, type Ctx, type Doors, findLocale, type Log } from '@tally/kernel';
import type { FastifyRequest } from 'fastify';
import type { NamedEndpoint } from '../endpoints.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook. Missing if the URL could not be read. */
    ctx?: Ctx;
    /** The text of a JSON body, for the fingerprint of an idempotent call. */
    bodyText?: string;
  }
  interface FastifyContextConfig {
    call?: NamedEndpoint;
    /** True for health checks, webhooks, documents, cards and files, which need no identity. */
    isOpen?: boolean;
    /** For public but costly requests. They are counted by network, like calls or like pictures. */
    isCounted?: 'call' | 'picture';
  }
}

const ownRequestId = /^[\w.-]{8,64}$/;

/**
 * Keeps the id of an incoming request, so the web app, the API and the logs share it. Our own ids are a random word per
 * process and a number, because random bytes for every request cost more than the router.
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

type OpenCtx = { -readonly [K in keyof Ctx]: Ctx[K] };

/** Returns a context whose caller is not known yet. The first hook completes it, and its type then matches. */
export function openContext(doors: Doors, request: FastifyRequest): OpenCtx {
  const locale = findLocale(request.headers['accept-language']) ?? undefined;
  return {
    ...doors,
    ...doors.doorsFor?.(anonymous),
    log: new RequestLog(doors.log, request.id),
    caller: anonymous,
    locale: locale ?? defaultLocale,
    requestId: request.id,
    rateLimit: undefined,
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300), locale },
  };
}

/** Most requests log nothing, and creating a child logger costs time. */
class RequestLog implements Log {
  readonly #parent: Log;
  readonly #requestId: string;
  #made: Log | undefined;

  constructor(parent: Log, requestId: string) {
    this.#parent = parent;
    this.#requestId = requestId;
  }

  get #log(): Log {
    this.#made ??= this.#parent.child({ requestId: this.#requestId });
    return this.#made;
  }

  debug(fields: object, message: string): void {
    this.#log.debug(fields, message);
  }
  info(fields: object, message: string): void {
    this.#log.info(fields, message);
  }
  warn(fields: object, message: string): void {
    this.#log.warn(fields, message);
  }
  error(fields: object, message: string): void {
    this.#log.error(fields, message);
  }
  child(fields: object): Log {
    return this.#log.child(fields);
  }
}

export const anonymous = { kind: 'anonymous' } as const satisfies Caller;
