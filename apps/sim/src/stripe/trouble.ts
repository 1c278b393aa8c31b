import { type Answer, answerJson, Refusal } from './call.ts';
import { isFuture, type StripeWorld } from './world.ts';

/** Returns the response during an active fault. People's pages are part of Stripe and fail with it. */
export function findTrouble(world: StripeWorld): Answer | null {
  const { outageUntil, limitedUntil } = world.faults;
  if (isFuture(world, outageUntil))
    return answerJson(503, { error: { type: 'api_error', message: 'An error occurred internally with Stripe.' } });
  return isFuture(world, limitedUntil) ? tooMany() : null;
}

export const tooMany = (): Answer =>
  new Refusal(429, 'Too many requests made to the API too quickly', {
    type: 'rate_limit_error',
    code: 'rate_limit',
  }).toAnswer();
