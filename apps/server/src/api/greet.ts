import { networkOf } from '@tally/infra/http';
import { AppError, type Caller, type Config, type Ctx, type Doors } from '@tally/kernel';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { securityHeaders } from './answers/headers.ts';
import { refuseEncodedBody } from './requests/body.ts';
import type { Gate } from './requests/gate.ts';
import { createRateLimiter, type RateLimiter, rateHeaders } from './requests/rate-limit.ts';
import { anonymous, openContext } from './requests/request.ts';

/** A page filled by one call shows up to this many pictures. */
const PICTURES_FOR_A_CALL = 20;

interface Greeting {
  readonly doors: Doors;
  readonly gate: Gate;
  readonly config: Config;
}

/**
 * Runs before a request is read. It identifies the caller and applies the rate limit. A person counts once, over all
 * sessions. Other callers count by network.
 */
export function greet(app: FastifyInstance, { doors, gate, config }: Greeting): void {
  const about = { perMinute: config.RATE_LIMIT_PER_MINUTE, clock: doors.clock };
  const limiter = createRateLimiter(about);
  // Each guessed token costs a database query, so guesses have their own limit for each IP address.
  const guesses = createRateLimiter(about);
  const pictures = createRateLimiter({ ...about, perMinute: about.perMinute * PICTURES_FOR_A_CALL });
  // Behind a proxy that hides addresses all visitors share one limit, which must not prevent them from logging in.
  const logins = createRateLimiter(about);
  const limiterOf = ({ call, isCounted }: FastifyContextConfig): RateLimiter => {
    if (call?.endpoint.isPicture || isCounted === 'picture') return pictures;
    return call?.endpoint.isLogin ? logins : limiter;
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    const { call, isOpen, isCounted } = request.routeOptions.config;
    const network = `address ${networkOf(request.ip)}`;
    const ctx = openContext(doors, request);
    request.ctx = ctx;
    if (isCounted) reply.headers(rateHeaders(limiterOf(request.routeOptions.config).take(network)));
    if (isOpen) return;

    const caller = await recognise({ gate, guesses, ctx, request });
    const rate = limiterOf(request.routeOptions.config).take(
      caller.kind === 'user' ? `person ${caller.userId}` : network,
    );
    reply.headers(rateHeaders(rate));
    Object.assign(ctx, doors.doorsFor?.(caller), { caller });
    ctx.rateLimit = rate;
    // The page shows our sentences, so its language applies (decision 0145).
    if (caller.kind === 'user' && caller.locale && !ctx.client?.locale) ctx.locale = caller.locale;
    if (!call) return;
    gate.requireLogin(ctx, call.endpoint.access);
    refuseEncodedBody(request, call.endpoint);
  });
}

async function recognise(about: {
  gate: Gate;
  guesses: RateLimiter;
  ctx: Ctx;
  request: FastifyRequest;
}): Promise<Caller> {
  const { gate, guesses, ctx, request } = about;
  const header = request.headers.authorization;
  if (header === undefined) return anonymous;
  const network = networkOf(request.ip);
  guesses.check(network);
  try {
    return await gate.recognise(ctx, header);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    guesses.take(network);
    // A public call works with an expired session.
    if (request.routeOptions.config.call?.endpoint.access.who === 'anyone') return anonymous;
    throw error;
  }
}
