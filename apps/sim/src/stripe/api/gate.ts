import { createHash } from 'node:crypto';
import { settle } from '../billing/time.ts';
import { type Answer, answerJson, type Call, Refusal, type Route } from '../call.ts';
import { API_VERSION } from '../wire/wire.ts';
import { isFuture, keys, makeId, type StripeWorld } from '../world.ts';

const KEPT_SECONDS = 86_400;
const LONGEST_KEY = 255;

/** Runs before every API call. It checks the key, the version and the Idempotency-Key, and does due work. */
export const behindGate =
  (world: StripeWorld) =>
  (route: Route): Route => ({
    ...route,
    async run(call, names) {
      const requestId = makeId(world, 'req', 14);
      const idempotencyKey = call.headers['idempotency-key'] ?? null;
      const headers = { 'request-id': requestId, 'stripe-version': API_VERSION };
      const answer = await refusing(async () => {
        admit(world, call);
        settle(world);
        world.request = { id: requestId, idempotency_key: idempotencyKey };
        const run = async () => await refusing(async () => await route.run(call, names));
        if (call.method !== 'POST' || idempotencyKey === null) return await run();
        return await once(world, { call, key: idempotencyKey, requestId }, run);
      });
      world.request = { id: null, idempotency_key: null };
      settle(world);
      return {
        ...answer,
        headers: { ...headers, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}), ...answer.headers },
      };
    },
  });

async function refusing(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) return error.toAnswer();
    throw error;
  }
}

function admit(world: StripeWorld, call: Call): void {
  const given = call.headers['authorization'] ?? '';
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.+)$/i.exec(given) ?? [];
  const key = scheme.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value;
  if (key === '')
    throw new Refusal(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    );
  if (key !== keys.full && key !== keys.readOnly) throw new Refusal(401, `Invalid API Key provided: ${hide(key)}`);
  const mayRead = !isFuture(world, world.faults.powerlessUntil);
  const mayWrite = mayRead && key === keys.full;
  if (call.method === 'GET' ? !mayRead : !mayWrite)
    // The refusal has no code, and names the permission: https://github.com/stripe/stripe-node/issues/2246
    throw new Refusal(
      403,
      `The provided key '${hide(key)}' does not have the required permissions for this endpoint on account 'acct_simulated'. Having the 'rak_${nounOf(call.path)}_${call.method === 'GET' ? 'read' : 'write'}' permission would allow this request to continue.`,
    );
  const version = call.headers['stripe-version'];
  // Another version would have other shapes, and this world supports only one.
  if (version !== undefined && version !== API_VERSION)
    throw new Refusal(400, `Invalid Stripe API version: ${version}`);
}

const hide = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(Math.max(3, key.length - 12))}${key.slice(-4)}`;

/** The noun of `/v1/checkout/sessions` is `checkout_session`. */
const nounOf = (path: string): string =>
  (/\/v1\/([a-z_/]+?)(?:\/[a-z]+_\w+.*)?$/.exec(path)?.[1] ?? 'resource').replaceAll('/', '_').replace(/s$/, '');

/**
 * The same key gets the same response, even for an error. Different parameters are refused.
 * https://docs.stripe.com/api/idempotent_requests
 */
async function once(
  world: StripeWorld,
  { call, key, requestId }: { call: Call; key: string; requestId: string },
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length > LONGEST_KEY)
    throw new Refusal(400, `Idempotency keys may be at most ${LONGEST_KEY} characters long.`);
  const now = world.doors.now().getTime() / 1_000;
  const request = createHash('sha256').update(`${call.method} ${call.path}\n${call.body}`).digest('hex');
  const kept = world.kept.get(key);
  if (kept && kept.until > now) {
    if (kept.request !== request)
      throw new Refusal(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        {
          type: 'idempotency_error',
        },
      );
    return answerKept(kept);
  }
  const answer = await run();
  // A call that was refused before it began can be corrected with the same key.
  const hasBegun = answer.status < 400 || answer.status === 402 || answer.status >= 500;
  if (hasBegun) {
    const { status, body } = answer;
    world.kept.set(key, { request, until: now + KEPT_SECONDS, status, body: String(body), requestId });
  }
  return answer;
}

const answerKept = ({ status, body, requestId }: { status: number; body: string; requestId: string }): Answer => ({
  ...answerJson(status, null),
  body,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'idempotent-replayed': 'true',
    'original-request': requestId,
  },
});
