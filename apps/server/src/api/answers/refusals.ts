import { AppError, type Doors } from '@tally/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NamedEndpoint } from '../endpoints.ts';
import { maxBytesOf, mediaTypeOf } from '../requests/body.ts';
import { openContext } from '../requests/request.ts';
import { sendText } from './answer.ts';
import { privateCache } from './headers.ts';
import { type RequestLimits, refuse } from './refusal.ts';

/** Responds to every error and unknown URL with the standard envelope of the contract. */
export function answerRefusals(app: FastifyInstance, doors: Doors, calls: readonly NamedEndpoint[]): void {
  const paths = calls.map(({ endpoint }) => patternOf(endpoint.path));
  app.setErrorHandler((error, request, reply) => sendRefusal(doors, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isKnown = paths.some((pattern) => pattern.test(path));
    return sendRefusal(doors, new AppError(isKnown ? 'methodNotAllowed' : 'unknownCall'), request, reply);
  });
}

export function sendRefusal(doors: Doors, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const ctx = request.ctx ?? openContext(doors, request);
  const { envelope, headers, isOurs } = refuse(error, ctx, limitsOf(request));
  const about = { call: request.routeOptions?.config.call?.name, status: envelope.status, code: envelope.code };
  // An outage fails all requests alike, so each gets one line. Only our own bugs get a full report.
  if (isOurs && envelope.status === 503) ctx.log.warn({ ...about, reason: rootMessage(error) }, 'a request failed');
  else if (isOurs) ctx.log.error({ ...about, err: error }, 'a request failed');
  reply.code(envelope.status).headers(privateCache).headers(headers);
  if (!reply.hasHeader('x-request-id')) reply.header('x-request-id', request.id);
  return sendText(reply, JSON.stringify(envelope));
}

function limitsOf(request: FastifyRequest): RequestLimits | undefined {
  const endpoint = request.routeOptions?.config.call?.endpoint;
  return endpoint && { maxBytes: maxBytesOf(endpoint), mediaType: mediaTypeOf(endpoint) };
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);

function rootMessage(error: unknown): string {
  let root = error;
  for (let depth = 0; root instanceof Error && root.cause instanceof Error && depth < 6; depth += 1) root = root.cause;
  return root instanceof Error ? root.message : 'not known';
}
