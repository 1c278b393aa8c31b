import { networkOf } from '@tally/infra/http';
import {
  AppError,
  type Ctx,
  type Doors,
  minutes,
  type Traced,
  type Webhook,
  type WebhookRequest,
  withCaller,
} from '@tally/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { privateCache } from './answers/headers.ts';
import { isNear } from './health.ts';
import { createRateLimiter } from './requests/rate-limit.ts';

/** Ten times the size of the largest known push. */
const MAX_BYTES = 262_144;
/** A sender whose key just changed is refused a few times, and must not be blocked for it. */
const REFUSALS_PER_MINUTE = 30;
const ROUTE = '/webhooks/{platform}';

/**
 * Receives pushes from outside as raw bytes. Any failure results in a 503, which makes the sender retry: an event is
 * acknowledged only after it is stored. Checking a signature costs time, so a sender of many forged pushes is blocked.
 * Our own network is exempt, because it may be a proxy that forwards no addresses.
 */
export async function mountWebhooks(app: FastifyInstance, webhooks: readonly Webhook[], doors: Doors): Promise<void> {
  const names = new Set<string>();
  for (const { name } of webhooks) {
    if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`a webhook may not be called "${name}"`);
    if (names.has(name)) throw new Error(`two webhooks are called "${name}"`);
    names.add(name);
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    const refusals = countRefusals(doors);
    scope.addHook('onRequest', async (request) => refusals.check(request.ip));
    for (const webhook of webhooks) {
      scope.route({
        method: [...webhook.methods],
        url: webhook.path ?? `/webhooks/${webhook.name}`,
        exposeHeadRoute: false,
        bodyLimit: MAX_BYTES,
        config: { isOpen: true },
        handler: (request, reply) => receive({ webhook, doors, refusals }, request, reply),
      });
    }
  });
}

interface Refusals {
  /** Throws a 429 if the address is blocked. */
  check(ip: string): void;
  note(about: { readonly webhook: string; readonly reason: string; readonly ip: string }): void;
}

function countRefusals({ clock, log, metrics, timers }: Doors): Refusals {
  const limiter = createRateLimiter({ perMinute: REFUSALS_PER_MINUTE, clock });
  const counted = metrics.counter({
    name: 'webhook_refusals_total',
    help: 'Pushes that are not from whom they claim to be',
    labels: ['webhook'],
  });
  const lines = new Map<string, { until: number; unsaid: number }>();
  return {
    check(ip) {
      if (!isNear(ip)) limiter.check(networkOf(ip));
    },
    note({ webhook, reason, ip }) {
      counted.inc({ webhook });
      if (!isNear(ip)) limiter.count(networkOf(ip));
      const line = lines.get(webhook) ?? { until: 0, unsaid: 0 };
      lines.set(webhook, line);
      if (timers.nowMs() < line.until) {
        line.unsaid += 1;
        return;
      }
      log.warn({ webhook, reason, unsaid: line.unsaid }, 'a push is not from whom it claims to be');
      Object.assign(line, { until: timers.nowMs() + minutes(1), unsaid: 0 });
    },
  };
}

interface Receiving {
  readonly webhook: Webhook;
  readonly doors: Doors;
  readonly refusals: Refusals;
}

async function receive({ webhook, doors, refusals }: Receiving, request: FastifyRequest, reply: FastifyReply) {
  // An unknown sender's `traceparent` header is ignored.
  const arrivedAt = new Date(doors.clock.now().getTime() - reply.elapsedTime);
  const traced: Traced = { from: arrivedAt, events: [], route: `POST ${ROUTE}` };
  const ctx = { ...withCaller(request.ctx as Ctx, { kind: 'system' }), traced };
  let status = 503;
  try {
    const answer = await webhook.receive(ctx, { ...read(request), arrivedAt });
    status = answer.status;
    if (answer.refused !== undefined) {
      refusals.note({ webhook: webhook.name, reason: answer.refused, ip: request.ip });
    }
    reply.code(answer.status).headers(privateCache);
    return await reply
      .header('content-type', answer.contentType ?? 'text/plain; charset=utf-8')
      .send(answer.body ?? '');
  } catch (error) {
    if (error instanceof AppError) throw error;
    doors.log.error({ webhook: webhook.name, requestId: request.id, err: error }, 'a webhook could not be taken');
    throw new AppError('unavailable');
  } finally {
    traceRequest(doors, traced, { platform: webhook.name, status });
  }
}

/** A push without an event has no trace. */
function traceRequest(
  { trace, clock }: Doors,
  traced: Traced,
  { platform, status }: { platform: string; status: number },
) {
  for (const event of traced.events)
    trace.span(`event:${event}`, () => ({
      name: `POST ${ROUTE}`,
      kind: 'server',
      from: traced.from,
      to: clock.now(),
      attributes: {
        'http.request.method': 'POST',
        'http.route': ROUTE,
        'http.response.status_code': status,
        'tally.platform': platform,
      },
      ...(status >= 500 && { error: String(status) }),
    }));
}

function read(request: FastifyRequest): WebhookRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  const query = Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    [value].flat()[0],
  ]);
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: Object.fromEntries(headers) as WebhookRequest['headers'],
    query: Object.fromEntries(query) as WebhookRequest['query'],
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}
