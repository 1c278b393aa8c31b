import { AppError, type Ctx, type Doors, type Webhook, type WebhookRequest } from '@tally/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { privateCache } from './headers.ts';

const MAX_BYTES = 1_048_576;

/**
 * Pushes from outside. The body stays the bytes that were sent. Whatever goes wrong answers 503, so that the
 * sender tries again: an event is acknowledged only after it is stored.
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
    for (const webhook of webhooks) {
      scope.route({
        method: [...webhook.methods],
        url: `/webhooks/${webhook.name}`,
        exposeHeadRoute: false,
        bodyLimit: MAX_BYTES,
        config: { isOpen: true },
        handler: (request, reply) => receive(webhook, doors, request, reply),
      });
    }
  });
}

async function receive(webhook: Webhook, doors: Doors, request: FastifyRequest, reply: FastifyReply) {
  const ctx: Ctx = { ...(request.ctx as Ctx), caller: { kind: 'system' } };
  try {
    const answer = await webhook.receive(ctx, read(request));
    reply.code(answer.status).headers(privateCache);
    return await reply
      .header('content-type', answer.contentType ?? 'text/plain; charset=utf-8')
      .send(answer.body ?? '');
  } catch (error) {
    if (error instanceof AppError) throw error;
    doors.log.error({ webhook: webhook.name, requestId: request.id, err: error }, 'a webhook could not be taken');
    throw new AppError('unavailable');
  }
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
