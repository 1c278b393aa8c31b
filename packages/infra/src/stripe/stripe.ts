import { AppError, type Config, type Ctx, type Log } from '@tally/kernel';
import { Stripe } from 'stripe';
import type { Http } from '../http/index.ts';

export type { Stripe };
export type Payments = Stripe;

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/** Opens Stripe's client on top of our HTTP client, so its calls are counted, limited and allowed like all others. */
export function openPayments(config: Config, http: Http): Payments | null {
  if (config.stripe.isOff) return null;
  return new Stripe(config.stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(asFetch(config, http)),
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    appInfo: { name: config.SITE_NAME },
  });
}

/** Stripe's client supports no base path, but the simulated Stripe has one. */
const asFetch =
  (config: Config, http: Http) =>
  async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address instanceof Request ? address.url : address);
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    const {
      'content-type': contentType = 'application/x-www-form-urlencoded',
      'content-length': _,
      ...others
    } = headers;
    const body = typeof init.body === 'string' ? init.body : '';
    const answer = await http.raw({
      world: 'stripe',
      url: `${config.stripe.apiUrl}${pathname}${search}`,
      method: (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE',
      headers: others,
      timeoutMs: TIMEOUT_MS,
      ...(body === '' ? {} : { body: { bytes: Buffer.from(body), contentType } }),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    // The body is already unpacked, so these headers would be wrong.
    const kept = Object.entries(answer.headers).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !['content-encoding', 'content-length', 'transfer-encoding'].includes(entry[0]),
    );
    return new Response(new Uint8Array(answer.data), { status: answer.status, headers: kept });
  };

/**
 * Calls Stripe and turns failures into errors that people understand. An error in our own parameters stays an internal
 * error.
 */
export async function callStripe<T>(
  ctx: Pick<Ctx, 'stripe' | 'log'>,
  ask: (stripe: Payments) => Promise<T>,
): Promise<T> {
  if (!ctx.stripe) throw new AppError('billingOff');
  try {
    return await ask(ctx.stripe);
  } catch (error) {
    throw refusalOf(error, ctx.log);
  }
}

function refusalOf(error: unknown, log: Log): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError)
    return new AppError(error.code?.endsWith('requires_action') ? 'cardAsksOwner' : 'cardDeclined');
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) {
    log.error({ err: error }, 'Stripe does not accept our key, or the key lacks a permission.');
    return new AppError('stripeDown');
  }
  const isAway =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError;
  // Another call with the same key is running now.
  const isBusy = error instanceof errors.StripeError && error.statusCode === 409;
  // A refusal by Stripe must not look like the caller's fault, because our parameters caused it.
  if (!isAway && !isBusy)
    return error instanceof errors.StripeError ? new Error('Stripe refused a call.', { cause: error }) : error;
  log.warn({ err: error }, 'Stripe could not be reached.');
  return new AppError('stripeDown');
}

/** Accepts errors from inside and outside `callStripe`. */
export function isMissing(error: unknown): boolean {
  const own = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return own instanceof Stripe.errors.StripeInvalidRequestError && own.code === 'resource_missing';
}

/**
 * True if Stripe is available but refuses this call, so a retry cannot succeed. `isMissing` checks whether an object
 * does not exist.
 */
export function isRefused(error: unknown): error is Error {
  const own = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return own instanceof Stripe.errors.StripeError && (own.statusCode === 400 || own.statusCode === 403);
}
